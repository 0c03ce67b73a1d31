#include <vterm.h>

// Bit-fields, unions and function-like macros, none of which Swift can read.

static inline bool lede_vterm_is_bold(const VTermScreenCell *cell) { return cell->attrs.bold; }
static inline bool lede_vterm_is_italic(const VTermScreenCell *cell) { return cell->attrs.italic; }
static inline bool lede_vterm_is_reverse(const VTermScreenCell *cell) { return cell->attrs.reverse; }
static inline bool lede_vterm_is_blinking(const VTermScreenCell *cell) { return cell->attrs.blink; }
static inline bool lede_vterm_is_struck(const VTermScreenCell *cell) { return cell->attrs.strike; }
static inline unsigned int lede_vterm_underline(const VTermScreenCell *cell) { return cell->attrs.underline; }
static inline unsigned int lede_vterm_font(const VTermScreenCell *cell) { return cell->attrs.font; }
static inline uint32_t lede_vterm_scalar(const VTermScreenCell *cell, int index) { return cell->chars[index]; }

static inline bool lede_vterm_is_default(const VTermColor *colour) {
    return VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour);
}
static inline bool lede_vterm_is_indexed(const VTermColor *colour) { return VTERM_COLOR_IS_INDEXED(colour); }
static inline uint8_t lede_vterm_index(const VTermColor *colour) { return colour->indexed.idx; }
static inline uint8_t lede_vterm_red(const VTermColor *colour) { return colour->rgb.red; }
static inline uint8_t lede_vterm_green(const VTermColor *colour) { return colour->rgb.green; }
static inline uint8_t lede_vterm_blue(const VTermColor *colour) { return colour->rgb.blue; }

static inline bool lede_vterm_boolean(const VTermValue *value) { return value->boolean != 0; }
static inline const char *lede_vterm_string(const VTermValue *value) { return value->string; }

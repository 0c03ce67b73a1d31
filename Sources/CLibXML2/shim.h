#include <libxml/xmlversion.h>

// With it libxml2's headers bring in the system's ICU, whose types clash with those of Foundation's own.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>

// xmlFree is a global variable that holds a function, which strict concurrency does not let Swift touch.
static inline void lede_xml_free(void *memory) { xmlFree(memory); }

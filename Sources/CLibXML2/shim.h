#include <libxml/xmlversion.h>

// With it libxml2's headers bring in the system's ICU, whose types clash with those of Foundation's own.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>

// xmlFree is a global variable that holds a function, which strict concurrency does not let Swift touch.
static inline void lede_xml_free(void *memory) { xmlFree(memory); }

// Takes the element just started off the HTML parser's stack of open elements: its end is neither expected nor reported.
static inline void lede_html_forget_element(htmlParserCtxtPtr parser) {
    if (parser->nameNr < 1) return;
    parser->nameNr--;
    parser->name = parser->nameNr > 0 ? parser->nameTab[parser->nameNr - 1] : NULL;
}

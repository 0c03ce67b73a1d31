#include <libxml/xmlversion.h>

// With it libxml2's headers bring in the system's ICU, whose types clash with those of Foundation's own.
#undef LIBXML_ICU_ENABLED

#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

// libxml2 is not linked, but loaded when it is first wanted: with ICU, which it brings along, a start would take a
// millisecond more. What is used of it:
#define LEDE_XML_SYMBOLS(EACH)                                                                                         \
    EACH(xmlInitParser) EACH(xmlNewParserCtxt) EACH(xmlCtxtReadIO) EACH(xmlFreeParserCtxt) EACH(xmlFreeDoc)            \
    EACH(xmlFreeEnumeration) EACH(xmlSAX2GetLineNumber) EACH(xmlDictSize)

// Where that is found: of the types that libxml2's headers give it.
struct __attribute__((swift_name("LibXML2"), swift_attr("@Sendable"))) lede_xml {
#define LEDE_XML_DECLARE(name) __typeof__(&name) name;
    LEDE_XML_SYMBOLS(LEDE_XML_DECLARE)
};

// Gives the reason where the library can't be loaded. Its parts lie in memory as the headers say: no other version will do.
static inline const char *lede_xml_load(struct lede_xml *xml) {
    void *library = dlopen(LIBXML_VERSION < 21400 ? "libxml2.so.2" : "libxml2.so.16", RTLD_NOW);
    if (!library) return dlerror();
#define LEDE_XML_FIND(name)                                                                                            \
    xml->name = (__typeof__(xml->name))dlsym(library, #name);                                                          \
    if (!xml->name) return dlerror();
    LEDE_XML_SYMBOLS(LEDE_XML_FIND)
    return NULL;
}

static inline size_t lede_xml_length(const xmlChar *string) { return strlen((const char *)string); }

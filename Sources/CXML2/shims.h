#ifndef COUNTERSIGN_CXML2_SHIMS_H
#define COUNTERSIGN_CXML2_SHIMS_H
#include <libxml/xmlversion.h>
// Its headers of ICU are not those that Foundation brings, and nothing here needs either.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

// No network, no external subset, no entities put in, nothing written to standard error.
static inline int cs_xml_options(void) { return XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING; }
static inline int cs_html_options(void) {
    return HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER;
}
// xmlFree is a variable, which Swift does not take for safe.
static inline void cs_xml_free(void *memory) { xmlFree(memory); }
static inline const char *cs_xml_text(const xmlChar *text) { return (const char *)text; }
#endif

#include <curl/curl.h>

// curl's option functions are variadic, which Swift does not import: one shim for each type of argument.

typedef size_t (*lede_curl_data_callback)(char *data, size_t size, size_t count, void *context);

static inline CURLcode lede_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_set_data_callback(CURL *handle, CURLoption option, lede_curl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode lede_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode lede_curl_message_result(const CURLMsg *message) { return message->data.result; }

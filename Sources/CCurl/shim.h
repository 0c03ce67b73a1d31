#include <curl/curl.h>
#include <dlfcn.h>
#include <sys/epoll.h>  // which Swift's module of the C library leaves out

// libcurl is not linked, but loaded when it is first wanted: it brings so many libraries along that a start would take
// half as long again. What is used of it, without “curl_” before the names:
#define LEDE_CURL_FUNCTIONS(EACH)                                                                                      \
    EACH(global_init) EACH(slist_append) EACH(slist_free_all)                                                          \
    EACH(easy_init) EACH(easy_setopt) EACH(easy_getinfo) EACH(easy_strerror) EACH(easy_cleanup) EACH(easy_pause)       \
    EACH(multi_init) EACH(multi_setopt) EACH(multi_add_handle) EACH(multi_remove_handle) EACH(multi_socket_action)     \
    EACH(multi_assign) EACH(multi_info_read) EACH(multi_cleanup)                                                       \
    EACH(share_init) EACH(share_setopt) EACH(share_cleanup)

// Where they are found: of the types that curl's headers give them.
struct __attribute__((swift_name("Curl"), swift_attr("@Sendable"))) lede_curl {
#define LEDE_CURL_DECLARE(name) __typeof__(&curl_##name) name;
    LEDE_CURL_FUNCTIONS(LEDE_CURL_DECLARE)
};

// Gives the reason where the library can't be loaded.
static inline const char *lede_curl_load(struct lede_curl *curl) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) return dlerror();
#define LEDE_CURL_FIND(name)                                                                                           \
    curl->name = (__typeof__(curl->name))dlsym(library, "curl_" #name);                                                \
    if (!curl->name) return dlerror();
    LEDE_CURL_FUNCTIONS(LEDE_CURL_FIND)
    return NULL;
}

// Macros with a cast in them, which Swift does not import.
static const long lede_curl_basic = CURLAUTH_BASIC;
static const long lede_curl_digest = CURLAUTH_DIGEST;

// curl's option functions are variadic, which Swift does not import: one shim for each type of argument.

typedef size_t (*lede_curl_data_callback)(char *data, size_t size, size_t count, void *context);

static inline CURLcode lede_curl_set_long(struct lede_curl curl, CURL *handle, CURLoption option, long value) {
    return curl.easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_set_string(
    struct lede_curl curl, CURL *handle, CURLoption option, const char *value) {
    return curl.easy_setopt(handle, option, value);
}
static inline CURLcode lede_curl_set_pointer(struct lede_curl curl, CURL *handle, CURLoption option, void *value) {
    return curl.easy_setopt(handle, option, value);
}
// curl copies the bytes. They may be none, and then there may be no pointer.
static inline CURLcode lede_curl_set_body(struct lede_curl curl, CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl.easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl.easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count ? bytes : "");
}
static inline CURLcode lede_curl_set_data_callback(
    struct lede_curl curl, CURL *handle, CURLoption option, lede_curl_data_callback value) {
    return curl.easy_setopt(handle, option, value);
}
// Both are called with the context.
static inline void lede_curl_set_border_callbacks(
    struct lede_curl curl, CURL *handle, curl_opensocket_callback open, curl_prereq_callback request, void *context) {
    curl.easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    curl.easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    curl.easy_setopt(handle, CURLOPT_PREREQFUNCTION, request);
    curl.easy_setopt(handle, CURLOPT_PREREQDATA, context);
}
// Where the address lies: it is longer than the member that it begins with.
static inline const struct sockaddr *lede_curl_socket_address(const struct curl_sockaddr *address) {
    return &address->addr;
}
static inline CURLcode lede_curl_get_long(struct lede_curl curl, CURL *handle, CURLINFO info, long *value) {
    return curl.easy_getinfo(handle, info, value);
}
static inline CURLcode lede_curl_get_amount(struct lede_curl curl, CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl.easy_getinfo(handle, info, value);
}
static inline CURLcode lede_curl_get_string(struct lede_curl curl, CURL *handle, CURLINFO info, const char **value) {
    return curl.easy_getinfo(handle, info, value);
}
static inline CURLMcode lede_curl_multi_set_long(struct lede_curl curl, CURLM *handle, CURLMoption option, long value) {
    return curl.multi_setopt(handle, option, value);
}
static inline CURLMcode lede_curl_multi_set_callbacks(
    struct lede_curl curl, CURLM *handle, curl_socket_callback socket, curl_multi_timer_callback timer, void *context) {
    CURLMcode code = curl.multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, socket);
    if (!code) code = curl.multi_setopt(handle, CURLMOPT_SOCKETDATA, context);
    if (!code) code = curl.multi_setopt(handle, CURLMOPT_TIMERFUNCTION, timer);
    return code ? code : curl.multi_setopt(handle, CURLMOPT_TIMERDATA, context);
}
static inline CURLSHcode lede_curl_share_sessions(struct lede_curl curl, CURLSH *share) {
    return curl.share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}
static inline CURLcode lede_curl_message_result(const CURLMsg *message) { return message->data.result; }

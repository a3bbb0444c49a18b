// HCL: formatting, editing and construction of texts.

#ifndef POLYCTY_HCL_WRITE_HPP
#define POLYCTY_HCL_WRITE_HPP

#include "hcl_bodies.hpp"
#include "hcl_write.h"
#include "detail/enumerations_hcl_write.hpp"

namespace polycty {

// Writing HCL: formatting texts, editing them without changes to the rest, and constructing them.
namespace hcl {

// The options of formatting.
struct FormatOptions {
    Style style = Style::layout;
    Heredocs heredocs = Heredocs::terraform;
    Alignment alignment = Alignment::all;
    Order order = Order::source;
    // The number of columns after which lines are broken, from 20 to 10000; 0 breaks none.
    std::uint32_t width = 0;

    // The options for C.
    pcty_hcl_format_options borrowed() const noexcept {
        pcty_hcl_format_options options = PCTY_HCL_FORMAT_OPTIONS_INIT;
        options.style = static_cast<pcty_hcl_style>(style);
        options.heredocs = static_cast<pcty_hcl_heredocs>(heredocs);
        options.alignment = static_cast<pcty_hcl_alignment>(alignment);
        options.order = static_cast<pcty_hcl_order>(order);
        options.width = width;
        return options;
    }
};

// Formats a text in native syntax.
inline std::string format(std::string_view text, std::string_view file,
                          const FormatOptions &options) {
    pcty_hcl_format_options lent = options.borrowed();
    return detail::text(detail::made<pcty_string>(pcty_hcl_format, detail::str(text),
                                                  detail::str(file), &lent));
}
inline std::string format(std::string_view text, std::string_view file,
                          Style style = Style::layout) {
    FormatOptions options;
    options.style = style;
    return format(text, file, options);
}

// Returns the whole text, with the lines formatted that contain a byte from `start` to before
// `end`.
inline std::string format_lines(std::string_view text, std::string_view file, std::size_t start,
                                std::size_t end, Style style = Style::layout) {
    FormatOptions options;
    options.style = style;
    pcty_hcl_format_options lent = options.borrowed();
    lent.is_partial = true;
    lent.start = start;
    lent.end = end;
    return detail::text(detail::made<pcty_string>(pcty_hcl_format, detail::str(text),
                                                  detail::str(file), &lent));
}

// Returns a value as an expression in JSON syntax, with template introducers escaped.
inline std::string json(ValueRef value) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_value_to_json, value.get()));
}

// A token; its text is borrowed. The kinds are PCTY_HCL_TOKEN_*.
struct Token {
    pcty_hcl_token_kind kind;
    std::string_view text;
    pcty_range range;
};

// All tokens of a text including comments and whitespace. Concatenated they are the text.
//
// Ownership: move-only; owns the texts that it returns.
// Threads: any number at once.
//
// ```cpp
// std::string bare(std::string_view text) {
//     polycty::hcl::Tokens tokens(text);
//     std::string found;
//     for (polycty::hcl::Token token : tokens.all()) {
//         found += token.kind == PCTY_HCL_TOKEN_COMMENT ? "" : token.text;
//     }
//     return found;
// }
// ```
class Tokens : public detail::Owned<detail::View<pcty_hcl_tokens>, pcty_hcl_tokens,
                                    pcty_hcl_tokens_free> {
  public:
    using Owned::Owned;
    explicit Tokens(std::string_view text)
        : Owned(detail::made<pcty_hcl_tokens>(pcty_hcl_tokens_parse, detail::str(text))) {}
    Range<Token, pcty_hcl_tokens> all() const & {
        return {get(), pcty_hcl_tokens_count(get()),
                [](const pcty_hcl_tokens *from, std::size_t at, std::size_t) {
                    pcty_hcl_token token{};
                    pcty_hcl_tokens_at(from, at, &token);
                    return Token{token.kind, detail::view(token.text),
                                 pcty_hcl_tokens_range_at(from, at)};
                }};
    }
    void all() const && = delete;
};

// A constructed expression, for insertion into a File.
//
// Ownership: a copy counts a reference.
// Errors: the constructor, which parses a text, throws Code::syntax with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Fragment variable_or(std::string_view name, polycty::ValueRef otherwise) {
//     using polycty::hcl::Fragment;
//     polycty::Path path;
//     path.attribute("var").attribute(name);
//     return Fragment::call("coalesce", {Fragment::traversal(path), Fragment::value(otherwise)});
// }
// ```
class Fragment : public detail::Shared<detail::View<pcty_hcl_fragment>, pcty_hcl_fragment,
                                      pcty_hcl_fragment_clone, pcty_hcl_fragment_free> {
  public:
    using Shared::Shared;
    // Parses and formats the expression in a text.
    explicit Fragment(std::string_view text)
        : Shared(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_parse, detail::str(text))) {}
    // Creates the expression of a value.
    static Fragment value(ValueRef value, StringStyle texts = StringStyle::heredocs) {
        return Fragment(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_value, value.get(),
                                                      static_cast<pcty_hcl_string_style>(texts)));
    }
    // Creates a variable with steps into it: the first step is the attribute of the variable's
    // name.
    static Fragment traversal(PathRef path) {
        return Fragment(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_traversal, path.get()));
    }
    static Fragment call(std::string_view name, const std::vector<Fragment> &arguments,
                        Arguments last = Arguments::single) {
        detail::Array<const pcty_hcl_fragment *> lent;
        lend(arguments, lent);
        return Fragment(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_call, detail::str(name),
                                                      lent.data(), lent.size(),
                                                      static_cast<pcty_hcl_arguments>(last)));
    }
    static Fragment tuple(const std::vector<Fragment> &elements) {
        detail::Array<const pcty_hcl_fragment *> lent;
        lend(elements, lent);
        return Fragment(
            detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_tuple, lent.data(), lent.size()));
    }
    // Keeps this order; a key that is not a valid name is quoted.
    static Fragment object(const std::vector<std::pair<std::string_view, Fragment>> &items) {
        detail::Array<pcty_str> keys;
        detail::Array<const pcty_hcl_fragment *> values;
        for (const auto &item : items) {
            keys.push(detail::str(item.first));
            values.push(item.second.get());
        }
        return Fragment(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_object, keys.data(),
                                                      values.data(), items.size()));
    }
    // Parses tokens without whitespace; only their kinds and texts are used.
    static Fragment tokens(const std::vector<Token> &tokens) {
        detail::Array<pcty_hcl_token> given;
        for (const Token &token : tokens) {
            given.push({token.kind, detail::str(token.text)});
        }
        return Fragment(
            detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_tokens, given.data(), given.size()));
    }
    // Returns the text, formatted for the first column; borrowed.
    std::string_view text() const & noexcept { return detail::view(pcty_hcl_fragment_text(get())); }
    std::string text() const && { return std::string(text()); }

  private:
    static void lend(const std::vector<Fragment> &snippets,
                     detail::Array<const pcty_hcl_fragment *> &lent) {
        for (const Fragment &snippet : snippets) {
            lent.push(snippet.get());
        }
    }
};

class Node;

// The position of an insertion in a body.
struct Where {
    pcty_hcl_insert_position at = PCTY_HCL_INSERT_LAST;
    pcty_hcl_node beside = PCTY_HCL_NODE_NONE;

    static Where first() noexcept { return {PCTY_HCL_INSERT_FIRST, PCTY_HCL_NODE_NONE}; }
    static Where last() noexcept { return {}; }
    // Above its comments.
    static inline Where before(const Node &node) noexcept;
    static inline Where after(const Node &node) noexcept;
};

// A part of a File: an argument, a block, or a body; a block is also its body. A node keeps its
// identity through all edits until it is removed. After that, queries return nothing, and changes
// throw Code::not_found.
//
// Ownership: plain data; valid as long as the File, which may be moved. Texts are valid until the
// File is changed.
// Threads: as the File.
//
// ```cpp
// void tag_all(polycty::hcl::Node body, std::string_view key, const polycty::hcl::Fragment &value) {
//     using namespace polycty::hcl;
//     for (Node resource : body.blocks("resource")) {
//         std::optional<Node> tags = resource.attribute("tags");
//         Node all = tags ? *tags : resource.set("tags", Fragment::object({}));
//         all.set_in({key}, value);
//     }
// }
// ```
class Node {
  public:
    Node(pcty_hcl_file *file, pcty_hcl_node number) noexcept : file_(file), number_(number) {}

    // Returns its number in the C header.
    pcty_hcl_node get() const noexcept { return number_; }
    friend bool operator==(const Node &a, const Node &b) noexcept {
        return a.file_ == b.file_ && a.number_ == b.number_;
    }
    friend bool operator!=(const Node &a, const Node &b) noexcept { return !(a == b); }

    bool is_attribute() const noexcept { return kind() == PCTY_HCL_ITEM_ATTRIBUTE; }
    bool is_block() const noexcept { return kind() == PCTY_HCL_ITEM_BLOCK; }
    // The name of an argument, the type of a block.
    std::string_view name() const noexcept { return detail::view(data().name); }
    // The value of an argument as it is written.
    std::string_view value() const noexcept {
        return detail::view(data().value);
    }
    // Returns the current value; its ranges are relative to `value`, as `set_part` requires.
    Expression expression() const {
        return Expression(
            detail::made<pcty_hcl_expression>(pcty_hcl_file_expression, file(), number_));
    }
    // Without quotes and escapes.
    std::vector<std::string> labels() const {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < data().label_count; at++) {
            all.push_back(detail::text(pcty_hcl_file_label_to_text(file_, number_, at)));
        }
        return all;
    }
    // Returns its lines, with the comments that move with it.
    std::string text() const {
        return detail::text(detail::made<pcty_string>(pcty_hcl_file_node_to_text, file(), number_));
    }
    // Returns its first byte in `File::bytes`, and the byte after its last.
    std::pair<std::size_t, std::size_t> byte_range() const {
        std::pair<std::size_t, std::size_t> found;
        detail::done(pcty_hcl_file_byte_range, file(), number_, &found.first, &found.second);
        return found;
    }
    // The comments directly above it, and those after it in its last line.
    std::vector<std::string> comments_before() const { return comments(PCTY_HCL_COMMENTS_BEFORE); }
    std::vector<std::string> comments_after() const { return comments(PCTY_HCL_COMMENTS_AFTER); }

    std::optional<Node> parent() const noexcept { return step(PCTY_HCL_DIRECTION_PARENT); }
    std::optional<Node> next() const noexcept { return step(PCTY_HCL_DIRECTION_NEXT); }
    std::optional<Node> previous() const noexcept {
        return step(PCTY_HCL_DIRECTION_PREVIOUS);
    }
    // Of a body.
    std::optional<Node> first() const noexcept { return step(PCTY_HCL_DIRECTION_FIRST); }
    std::optional<Node> last() const noexcept { return step(PCTY_HCL_DIRECTION_LAST); }
    // What stands in a body, in the order of the text.
    std::vector<Node> items() const {
        std::vector<Node> all;
        for (std::optional<Node> item = first(); item; item = item->next()) {
            all.push_back(*item);
        }
        return all;
    }
    std::optional<Node> attribute(std::string_view name) const noexcept {
        return some(pcty_hcl_file_attribute_get(file_, number_, detail::str(name)));
    }
    // Returns the first block of a type whose labels begin with the given ones.
    std::optional<Node> block(std::string_view type, const Texts &labels = {}) const noexcept {
        return some(pcty_hcl_file_block_find(file_, number_, PCTY_HCL_NODE_NONE, detail::str(type),
                                             labels.data(), labels.size()));
    }
    // Returns all such blocks.
    std::vector<Node> blocks(std::string_view type, const Texts &labels = {}) const {
        std::vector<Node> all;
        pcty_hcl_node after = PCTY_HCL_NODE_NONE;
        while ((after = pcty_hcl_file_block_find(file_, number_, after, detail::str(type),
                                                 labels.data(), labels.size())) !=
               PCTY_HCL_NODE_NONE) {
            all.emplace_back(file_, after);
        }
        return all;
    }

    // Sets the argument of a name in a body, or adds it after the last argument.
    Node set(std::string_view name, const Fragment &value) const {
        return made(detail::read<pcty_hcl_node>(pcty_hcl_file_set, file_, number_, detail::str(name),
                                                value.get()));
    }
    Node set(std::string_view name, ValueRef value) const { return set(name, Fragment::value(value)); }
    // Replaces the value of an argument.
    void set_value(const Fragment &value) const {
        detail::done(pcty_hcl_file_set_value, file_, number_, value.get());
    }
    Node insert_attribute(std::string_view name, const Fragment &value, Where where = {}) const {
        return made(detail::read<pcty_hcl_node>(pcty_hcl_file_insert_attribute, file_, number_,
                                                detail::str(name), value.get(), where.beside,
                                                where.at));
    }
    // Inserts an empty block.
    Node insert_block(std::string_view type, const Texts &labels = {}, Where where = {}) const {
        detail::Array<pcty_str> header;
        header.push(detail::str(type));
        for (std::size_t i = 0; i < labels.size(); i++) {
            header.push(labels.data()[i]);
        }
        return made(detail::read<pcty_hcl_node>(pcty_hcl_file_insert_block, file_, number_,
                                                static_cast<const pcty_str *>(header.data()),
                                                header.size(), where.beside, where.at));
    }
    // Inserts the arguments and blocks of a text, formatted.
    std::vector<Node> insert_text(std::string_view items, Where where = {}) const {
        pcty_hcl_node first = PCTY_HCL_NODE_NONE;
        std::size_t count = 0;
        detail::done(pcty_hcl_file_insert_text, file_, number_, detail::str(items), where.beside,
                     where.at, &first, &count);
        std::vector<Node> all;
        for (Node node(file_, first); all.size() < count;
             node.number_ = pcty_hcl_file_step(file_, node.number_, PCTY_HCL_DIRECTION_NEXT)) {
            all.push_back(node);
        }
        return all;
    }
    // Removes the node with its comments and its content.
    void remove() const { detail::done(pcty_hcl_file_remove, file_, number_); }
    // A body of a different file is not accepted, even if its number is the same.
    void move_to(Node body, Where where = {}) const {
        detail::done(pcty_hcl_file_move, file_, number_,
                     body.file_ == file_ ? body.number_ : PCTY_HCL_NODE_NONE, where.beside, where.at);
    }
    void rename(std::string_view name) const {
        detail::done(pcty_hcl_file_rename, file_, number_, detail::str(name));
    }
    void set_labels(const Texts &labels) const {
        detail::done(pcty_hcl_file_set_labels, file_, number_, labels.data(), labels.size());
    }
    // Sets one line each; a line that is not a comment gets a `#` prefix.
    void set_comments(const Texts &lines) const {
        detail::done(pcty_hcl_file_set_comments, file_, number_, lines.data(), lines.size(),
                     PCTY_HCL_COMMENTS_BEFORE);
    }
    // Replaces the comments after the node, in its last line.
    void set_comments_after(const Texts &comments) const {
        detail::done(pcty_hcl_file_set_comments, file_, number_, comments.data(), comments.size(),
                     PCTY_HCL_COMMENTS_AFTER);
    }
    // Detaches the comments above the node, so that they stay if the node is moved or removed.
    void release_comments() const { detail::done(pcty_hcl_file_release_comments, file_, number_); }

    // Replaces the expression from one byte of `value` to before another.
    void set_part(std::size_t start, std::size_t end, const Fragment &value) const {
        detail::done(pcty_hcl_file_set_part, file_, number_, start, end, value.get());
    }
    // Sets an item of the object constructor in the value, or of one nested in it.
    void set_in(const Texts &keys, const Fragment &value) const {
        detail::done(pcty_hcl_file_set_inside, file_, number_, keys.data(), keys.size(), value.get());
    }
    // Removes an item; returns whether it existed.
    bool remove_in(const Texts &keys) const {
        return detail::read<bool>(pcty_hcl_file_remove_inside, file_, number_, keys.data(), keys.size());
    }
    // Appends an element to the list constructor in the value.
    void push(const Fragment &value) const {
        detail::done(pcty_hcl_file_push, file_, number_, value.get());
    }
    // Replaces each reference to a variable, or to a part of it, in the value by an expression;
    // returns the number of replacements.
    std::uint64_t replace(PathRef path, const Fragment &value) const {
        return detail::read<std::uint64_t>(pcty_hcl_file_replace, file_, number_, path.get(),
                                           value.get());
    }
    // As above, for traversals in HCL notation: `replace("var.a", "local.b")`.
    std::uint64_t replace(std::string_view from, std::string_view to) const {
        Traversals read(from, "");
        return replace(read.all()[0].path, Fragment(to));
    }

  private:
    pcty_hcl_file *file_;
    pcty_hcl_node number_;

    const pcty_hcl_file *file() const noexcept { return file_; }
    pcty_hcl_node_data data() const noexcept {
        pcty_hcl_node_data data{};
        pcty_hcl_file_node_info(file_, number_, &data);
        return data;
    }
    pcty_hcl_item_kind kind() const noexcept { return data().kind; }
    std::optional<Node> step(pcty_hcl_direction direction) const noexcept {
        return some(pcty_hcl_file_step(file_, number_, direction));
    }
    Node made(pcty_hcl_node number) const noexcept { return {file_, number}; }
    std::optional<Node> some(pcty_hcl_node number) const noexcept {
        return number == PCTY_HCL_NODE_NONE ? std::nullopt : std::optional<Node>(made(number));
    }
    std::vector<std::string> comments(pcty_hcl_comments which) const {
        Tokens found(detail::made<pcty_hcl_tokens>(pcty_hcl_file_comments, file(), number_, which));
        std::vector<std::string> all;
        for (Token token : found.all()) {
            all.emplace_back(token.text);
        }
        return all;
    }
};

inline Where Where::before(const Node &node) noexcept { return {PCTY_HCL_INSERT_BEFORE, node.get()}; }
inline Where Where::after(const Node &node) noexcept { return {PCTY_HCL_INSERT_AFTER, node.get()}; }

// An editable text in native syntax. Parts that no edit touches are kept byte for byte. An edit
// that fails changes nothing.
//
// Ownership: move-only; owns its nodes.
// Errors: the constructor, which parses a text, throws Code::syntax with all diagnostics.
// Threads: one at a time while it changes; otherwise any number may read it.
//
// ```cpp
// std::string bumped(std::string_view text, std::string_view module, std::string_view version) {
//     polycty::hcl::File file(text, "main.tf");
//     if (std::optional<polycty::hcl::Node> found = file.body().block("module", {module})) {
//         found->set("version", polycty::Value::string(version));
//     }
//     return file.bytes();
// }
// ```
class File : public detail::Owned<detail::View<pcty_hcl_file>, pcty_hcl_file, pcty_hcl_file_free> {
  public:
    using Owned::Owned;
    // Creates an empty file.
    File() : Owned(pcty_hcl_file_new()) {}
    File(std::string_view text, std::string_view file)
        : Owned(detail::whole<pcty_hcl_file>(pcty_hcl_file_parse, detail::str(text),
                                            detail::str(file))) {}
    // Parses as far as possible. Parts with syntax errors are written back unchanged.
    static Diagnosed<File> diagnosed(std::string_view text, std::string_view file) {
        return detail::diagnosed<Diagnosed<File>, pcty_hcl_file>(
            pcty_hcl_file_parse, detail::str(text), detail::str(file));
    }

    // Returns the body of the file.
    Node body() & noexcept { return {mutable_get(), PCTY_HCL_NODE_ROOT}; }
    void body() && = delete;
    // Returns the text with all changes.
    std::string bytes() const {
        return detail::text(detail::made<pcty_string>(pcty_hcl_file_to_text, get()));
    }
    // Returns the same body in JSON syntax.
    std::string to_json() const {
        return detail::text(detail::made<pcty_string>(pcty_hcl_file_to_json, get()));
    }
    // Returns the byte of `bytes` at a line and column, each from 1.
    std::size_t byte_of(std::uint32_t line, std::uint32_t column) const {
        return detail::read<std::size_t>(pcty_hcl_file_byte_of, get(), line, column);
    }
    // Returns the innermost node at a byte of `bytes`, or the body, and the byte's offset in its
    // value.
    void at(std::size_t byte) && = delete;
    std::pair<Node, std::optional<std::size_t>> at(std::size_t byte) & {
        pcty_hcl_node number = PCTY_HCL_NODE_NONE;
        std::size_t in_value = 0;
        detail::done(pcty_hcl_file_node_at_byte, get(), byte, &number, &in_value);
        std::optional<std::size_t> place;
        if (in_value != SIZE_MAX) {
            place = in_value;
        }
        return {Node(mutable_get(), number), place};
    }
};

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_HCL_WRITE_HPP

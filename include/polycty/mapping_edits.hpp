// Edits within the values of arguments, for bodies that are updated from structs. A part of
// mapping.hpp, which programs include.

#ifndef POLYCTY_MAPPING_EDITS_HPP
#define POLYCTY_MAPPING_EDITS_HPP

#include "hcl_write.hpp"

#include <algorithm>
#include <map>

namespace polycty {

namespace detail {

// The edits that give an argument a different value. Parts of objects and lists that already have
// their value keep their text, comments and layout.
class HclEdits {
  public:
    // Edits the value of `argument`, or replaces it if its notation has no parts to edit.
    static void apply(const hcl::Node &argument, ValueRef wanted, const hcl::Scope *scope) {
        hcl::Expression there = argument.expression();
        HclEdits edits(scope);
        const Keys top;
        if (!edits.plan(there, wanted, &top, true)) {
            argument.set_value(hcl::Fragment::value(wanted));
            return;
        }
        // From the last one to the first one, so that no edit moves a part that is edited later.
        std::sort(edits.parts_.begin(), edits.parts_.end(),
                  [](const Part &a, const Part &b) { return a.start > b.start; });
        for (const Part &part : edits.parts_) {
            argument.set_part(part.start, part.end, hcl::Fragment::value(part.value));
        }
        for (const Item &item : edits.items_) {
            if (item.value) {
                argument.set_in(item.keys, hcl::Fragment::value(*item.value));
            } else {
                argument.remove_in(item.keys);
            }
        }
        for (const Value &element : edits.pushed_) {
            argument.push(hcl::Fragment::value(element));
        }
    }

  private:
    using Keys = std::vector<std::string>;

    // An expression to replace, by its bytes in the value.
    struct Part {
        std::size_t start, end;
        Value value;
    };
    // An item of an object to set or, without a value, to remove.
    struct Item {
        Keys keys;
        std::optional<Value> value;
    };

    explicit HclEdits(const hcl::Scope *scope) : scope_(scope) {}

    bool has_value(hcl::ExpressionRef there, ValueRef wanted) const {
        hcl::Diagnosed<Value> found =
            scope_ == nullptr ? there.evaluate_diagnosed() : there.evaluate_diagnosed(*scope_);
        if (found.diagnostics) {
            return false;
        }
        auto converted = attempt([&] { return found.value.convert(wanted.type(), Dialect::hcl); });
        return converted && *converted == wanted;
    }

    // The name of an item of an object, if it can be determined without a scope.
    static std::optional<std::string> name_of(hcl::ExpressionRef key) {
        if (std::optional<std::string> keyword = key.keyword()) {
            return keyword;
        }
        hcl::Diagnosed<Value> found = key.evaluate_diagnosed();
        if (found.diagnostics || found.value.type() != Type::string() ||
            !found.value.is_known() || found.value.is_marked()) {
            return std::nullopt;
        }
        return std::string(found.value.as_string());
    }

    // Collects the edits that give an expression a value; returns false if the whole expression has
    // to be replaced. `keys` is the path from the value of the argument to the object, if it leads
    // through objects only.
    bool plan(hcl::ExpressionRef there, ValueRef wanted, const Keys *keys, bool is_top = false) {
        if (has_value(there, wanted)) {
            return true;
        }
        if (!wanted.is_known() || wanted.is_marked()) {
            return false;
        }
        const Kind kind = wanted.type().kind();
        if (there.form() == hcl::Form::object && (kind == Kind::object || kind == Kind::map)) {
            return plan_object(there, wanted, keys);
        }
        if (there.form() == hcl::Form::tuple && (kind == Kind::tuple || kind == Kind::list)) {
            return plan_list(there, wanted, is_top);
        }
        return false;
    }

    bool plan_object(hcl::ExpressionRef there, ValueRef wanted, const Keys *keys) {
        const auto [names, values] = there.map();
        std::map<std::string, ValueRef> missing;
        for (const Entry &entry : wanted.entries()) {
            missing.emplace(entry.key, entry.value);
        }
        struct Known {
            std::string name;
            hcl::ExpressionRef expression;
            std::optional<ValueRef> wanted;
        };
        std::vector<Known> known;
        std::map<std::string, bool> seen;
        bool other_items = false;
        for (std::size_t at = 0; at < names.all().size(); at++) {
            std::optional<std::string> name = name_of(names.all()[at]);
            if (!name || !seen.emplace(*name, true).second) {
                return false;
            }
            auto found = missing.find(*name);
            std::optional<ValueRef> value;
            if (found != missing.end()) {
                value = found->second;
                missing.erase(found);
            }
            other_items = other_items || !value;
            known.push_back({*name, values.all()[at], value});
        }
        if (keys == nullptr && (other_items || !missing.empty())) {
            return false;
        }
        for (const Known &item : known) {
            Keys inside = below(keys, item.name);
            if (item.wanted) {
                replace_or_plan(item.expression, *item.wanted, keys != nullptr ? &inside : nullptr);
            } else {
                items_.push_back({std::move(inside), std::nullopt});
            }
        }
        for (const auto &[name, value] : missing) {
            items_.push_back({below(keys, name), Value(value)});
        }
        return true;
    }

    // Elements are appended only if the list is the whole value. No edit removes an element.
    bool plan_list(hcl::ExpressionRef there, ValueRef wanted, bool is_top) {
        const hcl::Expressions elements = there.list();
        const std::size_t count = elements.all().size();
        const std::size_t wanted_count = wanted.elements().size();
        if (wanted_count < count || (wanted_count > count && !is_top)) {
            return false;
        }
        for (std::size_t at = 0; at < wanted_count; at++) {
            if (at < count) {
                replace_or_plan(elements.all()[at], wanted[at], nullptr);
            } else {
                pushed_.emplace_back(wanted[at]);
            }
        }
        return true;
    }

    void replace_or_plan(hcl::ExpressionRef there, ValueRef wanted, const Keys *keys) {
        if (!plan(there, wanted, keys)) {
            const pcty_range range = there.range();
            parts_.push_back({range.start.byte, range.end.byte, Value(wanted)});
        }
    }

    static Keys below(const Keys *keys, const std::string &name) {
        Keys inside = keys != nullptr ? *keys : Keys();
        inside.push_back(name);
        return inside;
    }

    const hcl::Scope *scope_;
    std::vector<Part> parts_;
    std::vector<Item> items_;
    std::vector<Value> pushed_;
};

} // namespace detail

} // namespace polycty

#endif // POLYCTY_MAPPING_EDITS_HPP

package polycty

// #include "shims.h"
import "C"

// An HCLNode is a node of an HCLFile: an argument, a block, or a body; a block is also its body. A
// node keeps its identity through all changes until it is removed. Reading a removed or missing
// node returns zero results, and changing it fails with ErrNotFound; the zero HCLNode is such a
// node.
type HCLNode struct {
	file   *HCLFile
	number C.pcty_hcl_node
}

// Exists reports whether the node exists.
func (n HCLNode) Exists() bool {
	defer n.file.done()
	file := n.file.use()
	if n.number == C.PCTY_HCL_NODE_ROOT {
		return file != nil
	}
	return bool(C.go_hcl_file_node_info(file, n.number).found)
}

// IsAttribute reports whether the node is an argument.
func (n HCLNode) IsAttribute() bool { return n.kind() == C.PCTY_HCL_ITEM_ATTRIBUTE }

// IsBlock reports whether the node is a block.
func (n HCLNode) IsBlock() bool { return n.kind() == C.PCTY_HCL_ITEM_BLOCK }

func (n HCLNode) kind() C.pcty_hcl_item_kind {
	defer n.file.done()
	return C.go_hcl_file_node_info(n.file.use(), n.number).out.kind
}

// Labels returns the labels of a block, without quotes and escapes.
func (n HCLNode) Labels() []string {
	defer n.file.done()
	file := n.file.use()
	labels := make([]string, int(C.go_hcl_file_node_info(file, n.number).out.label_count))
	for at := range labels {
		labels[at] = takeString(C.pcty_hcl_file_label_to_text(file, n.number, C.size_t(at)))
	}
	return labels
}

// ByteRange returns the byte range of the node in the file's Bytes; end is exclusive.
func (n HCLNode) ByteRange() (start, end int, err error) {
	defer n.file.done()
	found := C.go_hcl_file_byte_range(n.file.use(), n.number)
	if found.error != nil {
		return 0, 0, newError(found.error)
	}
	return int(found.start), int(found.end), nil
}

// CommentsAbove returns the comments in the lines directly above the node.
func (n HCLNode) CommentsAbove() []string { return n.comments(C.PCTY_HCL_COMMENTS_BEFORE) }

// CommentsAfter returns the comments after the node in its last line.
func (n HCLNode) CommentsAfter() []string { return n.comments(C.PCTY_HCL_COMMENTS_AFTER) }

func (n HCLNode) comments(which C.pcty_hcl_comments) []string {
	defer n.file.done()
	tokens, err := takeTokens(C.go_hcl_file_comments(n.file.use(), n.number, which))
	if err != nil {
		return nil
	}
	comments := make([]string, len(tokens))
	for at, token := range tokens {
		comments[at] = token.Text
	}
	return comments
}

func (n HCLNode) at(number C.pcty_hcl_node) HCLNode {
	if number == C.PCTY_HCL_NODE_NONE {
		return HCLNode{}
	}
	return HCLNode{n.file, number}
}

// Items returns the nodes of a body in the order of the text.
func (n HCLNode) Items() []HCLNode {
	var items []HCLNode
	for item := n.First(); item.number != C.PCTY_HCL_NODE_NONE; item = item.Next() {
		items = append(items, item)
	}
	return items
}

// FirstMatchingBlock returns the first block of a type in a body whose labels begin with the given
// ones.
func (n HCLNode) FirstMatchingBlock(typeName string, labels ...string) HCLNode {
	return n.blockAfter(C.PCTY_HCL_NODE_NONE, typeName, pack(labels))
}

// MatchingBlocks returns all blocks of a type in a body whose labels begin with the given ones.
func (n HCLNode) MatchingBlocks(typeName string, labels ...string) []HCLNode {
	var blocks []HCLNode
	packed := pack(labels)
	block := n.blockAfter(C.PCTY_HCL_NODE_NONE, typeName, packed)
	for block.number != C.PCTY_HCL_NODE_NONE {
		blocks = append(blocks, block)
		block = n.blockAfter(block.number, typeName, packed)
	}
	return blocks
}

func (n HCLNode) blockAfter(after C.pcty_hcl_node, typeName string, labels packed) HCLNode {
	text, lengths, count := labels.args()
	defer n.file.done()
	return n.at(C.go_hcl_file_block_find(n.file.use(), n.number, after, typeName, text, lengths, count))
}

func (n HCLNode) made(answer C.go_answer) (HCLNode, error) {
	if answer.error != nil {
		return HCLNode{}, newError(answer.error)
	}
	return n.at(C.pcty_hcl_node(answer.answer)), nil
}

// SetAttributeValue sets an argument to a value. Texts of several lines become heredocs.
func (n HCLNode) SetAttributeValue(name string, value *Value) (HCLNode, error) {
	return n.setMade(name)(HCLFragmentForValue(value, HCLStringHeredoc))
}

// SetAttributeTraversal sets an argument to a traversal that starts with a variable.
func (n HCLNode) SetAttributeTraversal(name string, path Path) (HCLNode, error) {
	return n.setMade(name)(HCLFragmentForTraversal(path))
}

// SetAttributeRaw sets an argument to an expression that is given as source text.
func (n HCLNode) SetAttributeRaw(name, source string) (HCLNode, error) {
	return n.setMade(name)(ParseHCLFragment(source))
}

func (n HCLNode) setMade(name string) func(*HCLFragment, error) (HCLNode, error) {
	return func(fragment *HCLFragment, err error) (HCLNode, error) {
		if err != nil {
			return HCLNode{}, err
		}
		defer fragment.Close()
		return n.SetAttribute(name, fragment)
	}
}

// An HCLWhere is a position in a body for an insertion; the zero HCLWhere is the end of the body.
type HCLWhere struct {
	at     C.pcty_hcl_insert_position
	beside HCLNode
}

// HCLFirst returns the position at the start of a body.
func HCLFirst() HCLWhere { return HCLWhere{at: C.PCTY_HCL_INSERT_FIRST} }

// HCLLast returns the position at the end of a body.
func HCLLast() HCLWhere { return HCLWhere{at: C.PCTY_HCL_INSERT_LAST} }

// HCLBefore returns the position directly before a node, above its comments.
func HCLBefore(node HCLNode) HCLWhere { return HCLWhere{C.PCTY_HCL_INSERT_BEFORE, node} }

// HCLAfter returns the position directly after a node.
func HCLAfter(node HCLNode) HCLWhere { return HCLWhere{C.PCTY_HCL_INSERT_AFTER, node} }

func (w HCLWhere) args() (C.pcty_hcl_node, C.pcty_hcl_insert_position) {
	if w.at == 0 {
		return C.PCTY_HCL_NODE_NONE, C.PCTY_HCL_INSERT_LAST
	}
	return w.beside.number, w.at
}

// InsertAttribute inserts a new argument into a body.
func (n HCLNode) InsertAttribute(where HCLWhere, name string, value *HCLFragment) (HCLNode, error) {
	beside, at := where.args()
	defer n.file.done()
	defer value.done()
	return n.made(C.go_hcl_file_insert_attribute(n.file.use(), n.number, name, value.use(), beside, at))
}

// AppendNewBlock adds an empty block at the end of a body.
func (n HCLNode) AppendNewBlock(typeName string, labels ...string) (HCLNode, error) {
	return n.InsertNewBlock(HCLLast(), typeName, labels...)
}

// InsertNewBlock inserts an empty block into a body.
func (n HCLNode) InsertNewBlock(where HCLWhere, typeName string, labels ...string) (HCLNode, error) {
	beside, at := where.args()
	text, lengths, count := pack(append([]string{typeName}, labels...)).args()
	defer n.file.done()
	return n.made(C.go_hcl_file_insert_block(n.file.use(), n.number, text, lengths, count, beside, at))
}

// InsertText inserts the arguments and blocks of a text, with its comments, into a body, and
// formats them.
func (n HCLNode) InsertText(where HCLWhere, items string) ([]HCLNode, error) {
	beside, at := where.args()
	defer n.file.done()
	file := n.file.use()
	made := C.go_hcl_file_insert_text(file, n.number, items, beside, at)
	if made.error != nil {
		return nil, newError(made.error)
	}
	nodes := make([]HCLNode, int(made.count))
	for at, number := 0, made.out; at < len(nodes); at, number = at+1, C.pcty_hcl_file_step(file, number, C.PCTY_HCL_DIRECTION_NEXT) {
		nodes[at] = HCLNode{n.file, number}
	}
	return nodes, nil
}

// MoveTo moves the node, with its comments and its content, to a different position or body of the
// same file. It fails with ErrNotFound if the body belongs to a different file.
func (n HCLNode) MoveTo(body HCLNode, where HCLWhere) error {
	beside, at := where.args()
	to := body.number
	if body.file != n.file {
		// The body of a different file may have the same number.
		to = C.PCTY_HCL_NODE_NONE
	}
	defer n.file.done()
	return failed(C.go_hcl_file_move(n.file.use(), n.number, to, beside, at))
}

// ReplaceReferences replaces each reference in the node to a variable, or to the part of it that
// the path leads to, by an expression. It returns the number of replacements. The path begins with
// an AttrStep of the variable's name.
func (n HCLNode) ReplaceReferences(path Path, value *HCLFragment) (int, error) {
	built, err := path.build()
	if err != nil {
		return 0, err
	}
	defer C.pcty_path_free(built)
	defer n.file.done()
	defer value.done()
	found := C.go_hcl_file_replace(n.file.use(), n.number, built, value.use())
	if found.error != nil {
		return 0, newError(found.error)
	}
	return int(found.answer), nil
}

// RenameReferences is ReplaceReferences for traversals as text, such as "var.a" and "local.b".
func (n HCLNode) RenameReferences(from, to string) (int, error) {
	traversal, err := ParseHCLTraversal(from, "")
	if err != nil {
		return 0, err
	}
	fragment, err := ParseHCLFragment(to)
	if err != nil {
		return 0, err
	}
	defer fragment.Close()
	return n.ReplaceReferences(traversal.Path, fragment)
}

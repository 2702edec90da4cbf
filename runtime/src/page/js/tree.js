// The tree as it is drawn: shadow roots in place of their hosts' children, slotted nodes in their slots.

const adopted = new WeakMap();
let adoptions = 0;

/** The shadow root of an element, open or handed over by the protocol. */
const shadowOf = (element) => openRoot(element) ?? adopted.get(element) ?? null;

/** The slot that a node is drawn in, known for adopted roots too. */
const slotOf = (node) => {
  const slot =
    nodeType(node) === ELEMENT ? assignedSlot(node) : nodeType(node) === TEXT ? textSlot(node) : null;
  if (slot !== null || adoptions === 0) return slot;
  const parent = parentNode(node);
  const root = isElement(parent) ? adopted.get(parent) : undefined;
  if (root === undefined) return null;
  for (const candidate of queryFragment(root, "slot")) {
    if (assignedNodes(candidate).includes(node)) return candidate;
  }
  return null;
};

/** The element around a node as it is drawn, or null at the top and for a host's child that is in no slot. */
const flatParent = (node) => {
  const parent = parentNode(node);
  if (parent === null) return null;
  const type = nodeType(parent);
  if (type === ELEMENT) return shadowOf(parent) === null ? parent : slotOf(node);
  return type === FRAGMENT && parent instanceof ShadowRoot ? hostOf(parent) : null;
};

/** The nodes drawn inside an element, in order. */
const flatChildren = (element) => {
  const root = shadowOf(element);
  if (root === null && localName(element) === "slot" && element instanceof HTMLSlotElement) {
    const slotted = assignedNodes(element);
    if (slotted.length > 0) return slotted;
  }
  const children = [];
  for (let child = firstChild(root ?? element); child !== null; child = nextSibling(child))
    children.push(child);
  return children;
};

/** Whether `inner` is `outer` or is drawn somewhere inside it. */
const flatContains = (outer, inner) => {
  if (contains(outer, inner)) return true;
  for (let at = inner; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
};

/** The nearest element, from this one outwards, for which `test` holds. */
const flatClosest = (element, test) => {
  for (let at = element; at !== null; at = flatParent(at)) if (test(at)) return at;
  return null;
};

/** What an evaluation may remember while nothing can change: one object, dropped at its end. */
const newMemory = () => ({
  roots: null,
  elements: 0,
  shown: new Map(),
  styles: new Map(),
  texts: new Map(),
  roles: new Map(),
  exposed: new Map(),
  names: new Map(),
  visible: new Map(),
  order: new Map(),
  run: null,
});

/** The document and every shadow root in it, and how many elements they hold together. */
const rootsOf = (memory) => {
  if (memory.roots !== null) return memory.roots;
  const roots = [page()];
  for (let i = 0; i < roots.length; i += 1) {
    const all = queryAll(roots[i], "*");
    memory.elements += all.length;
    for (let at = 0; at < all.length; at += 1) {
      const root = shadowOf(all[at]);
      if (root !== null) roots.push(root);
    }
  }
  memory.roots = roots;
  return roots;
};

/** All elements that a selector finds in any root. Throws what the browser throws for a bad selector. */
const findAll = (memory, selector) => {
  const found = [];
  for (const root of rootsOf(memory)) {
    const list = queryAll(root, selector);
    for (let i = 0; i < list.length; i += 1) found.push(list[i]);
  }
  return found;
};

/** The element and the hosts around it, outermost first: one entry a tree. */
const hostPath = (element) => {
  const path = [element];
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(path[0]))
    path.unshift(hostOf(root));
  return path;
};

/** Places of all elements of a tree, for sorting many. */
const orderOf = (memory, root) => {
  let order = memory.order.get(root);
  if (order === undefined) {
    order = new Map();
    const all = queryAll(root, "*");
    for (let i = 0; i < all.length; i += 1) order.set(all[i], i);
    memory.order.set(root, order);
  }
  return order;
};

/** Compares two elements of one tree. Asking the browser is slow among many siblings, so many are compared by place. */
const inOrder = (memory, a, b, many) => {
  if (a === b) return 0;
  if (!many) return position(a, b) & 4 ? -1 : 1;
  const order = orderOf(memory, rootOf(a));
  return order.get(a) - order.get(b);
};

/** Sorts by document order, a host's shadow content directly after the host. */
const sortElements = (memory, elements) => {
  if (elements.length < 2) return elements;
  const many = elements.length > 8;
  if (rootsOf(memory).length === 1) return elements.sort((a, b) => inOrder(memory, a, b, many));
  const paths = new Map(elements.map((element) => [element, hostPath(element)]));
  return elements.sort((a, b) => {
    const left = paths.get(a);
    const right = paths.get(b);
    for (let i = 0; i < left.length && i < right.length; i += 1) {
      if (left[i] === right[i]) continue;
      // Content of the host stands before the host's own children.
      if (i + 1 < left.length && contains(left[i], right[i])) return -1;
      if (i + 1 < right.length && contains(right[i], left[i])) return 1;
      return inOrder(memory, left[i], right[i], many);
    }
    return left.length - right.length;
  });
};

// Handles: an element keeps its number for the life of the document, and a number does not keep its element alive.
const handles = new WeakMap();
const referents = new Map();
let lastHandle = 0;

const register = (element) => {
  let handle = handles.get(element);
  if (handle === undefined) {
    handle = lastHandle += 1;
    handles.set(element, handle);
    referents.set(handle, new WeakRef(element));
    if (handle % 1024 === 0) {
      for (const [number, reference] of referents)
        if (reference.deref() === undefined) referents.delete(number);
    }
  }
  return handle;
};

/** The element of a handle while it is in the document, else null. */
const elementOf = (handle) => {
  const element = referents.get(handle)?.deref() ?? null;
  return element !== null && isConnected(element) && ownerDocument(element) === page() ? element : null;
};

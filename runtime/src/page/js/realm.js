// The program that aite runs inside a page. It lives in an isolated world of every frame: page script cannot reach
// its globals, and it leaves nothing in the page's DOM. It answers named states and facts, never sentences.
//
// The files are joined, in the order that agent.rs lists them, into one function, so every top-level name here is
// shared by the files after it and by nobody else:
//
//   realm     DOM getters and methods as they were before the page ran, and bounded strings
//   tree      the flat tree, shadow roots (open and adopted), integer handles of elements
//   text      white space, case, rendered text of an element
//   visible   what the browser shows, and what hides the rest
//   roles, role, exposed, content, name    ARIA role, accessibility tree, accessible name
//   search    text -> innermost elements · find   target -> elements · within   the box a search is limited to
//   describe  an element for people, a selector for it · rewrite   a target that means it alone
//   facts     value, enabled, checked, attributes · look   query -> answer
//   clock     timers or frames · watch   the answer again, when it changes
//   hit, scroll, prepare, arm      where to click, and whether the click arrived
//   field, choice, frame, entry    typing, selecting, frames, and the global `aite`
//
// Why captured getters: `<form><input name=parentNode>` and `<img name=querySelector>` replace the built-ins of a
// form and of the document by named properties, in isolated worlds too.

const uncurry = (f) => Function.prototype.call.bind(f);
const getterOf = (type, name) => uncurry(Object.getOwnPropertyDescriptor(type.prototype, name).get);
const methodOf = (type, name) => uncurry(type.prototype[name]);

/** For members that an engine may keep with its HTML documents alone, or not have: then it is as if nothing were so. */
const maybeGetter = (name, missing) => {
  const own = (type) => Object.getOwnPropertyDescriptor(type.prototype, name)?.get;
  const get = own(Document) ?? own(HTMLDocument);
  return get === undefined ? () => missing : uncurry(get);
};
const maybeMethod = (type, name, missing) =>
  type.prototype[name] === undefined ? () => missing : methodOf(type, name);

const nodeType = getterOf(Node, "nodeType");
const parentNode = getterOf(Node, "parentNode");
const firstChild = getterOf(Node, "firstChild");
const nextSibling = getterOf(Node, "nextSibling");
const previousSibling = getterOf(Node, "previousSibling");
const textContent = getterOf(Node, "textContent");
const isConnected = getterOf(Node, "isConnected");
const ownerDocument = getterOf(Node, "ownerDocument");
const rootOf = methodOf(Node, "getRootNode");
const position = methodOf(Node, "compareDocumentPosition");
const contains = methodOf(Node, "contains");
const dataOf = getterOf(CharacterData, "data");

const localName = getterOf(Element, "localName");
const namespaceOf = getterOf(Element, "namespaceURI");
const idOf = getterOf(Element, "id");
const classNames = getterOf(Element, "classList");
const openRoot = getterOf(Element, "shadowRoot");
const assignedSlot = getterOf(Element, "assignedSlot");
const textSlot = getterOf(Text, "assignedSlot");
const firstElement = getterOf(Element, "firstElementChild");
const nextElement = getterOf(Element, "nextElementSibling");
const childElements = getterOf(Element, "children");
const attribute = methodOf(Element, "getAttribute");
const hasAttribute = methodOf(Element, "hasAttribute");
const closest = methodOf(Element, "closest");
const matches = methodOf(Element, "matches");
const rectsOf = methodOf(Element, "getClientRects");
const boundsOf = methodOf(Element, "getBoundingClientRect");
const checkVisibility = methodOf(Element, "checkVisibility");
const scrollIntoView = methodOf(Element, "scrollIntoView");
const assignedNodes = methodOf(HTMLSlotElement, "assignedNodes");
const editableOf = getterOf(HTMLElement, "isContentEditable");
const isEditable = (element) => element instanceof HTMLElement && editableOf(element);
const tabIndexOf = getterOf(HTMLElement, "tabIndex");
const focusHtml = methodOf(HTMLElement, "focus");
const focusSvg = methodOf(SVGElement, "focus");
const focusElement = (element, how) => {
  if (element instanceof HTMLElement) focusHtml(element, how);
  else if (element instanceof SVGElement) focusSvg(element, how);
};

const queryElement = methodOf(Element, "querySelectorAll");
const queryDocument = methodOf(Document, "querySelectorAll");
const queryFragment = methodOf(DocumentFragment, "querySelectorAll");
const idInDocument = methodOf(Document, "getElementById");
const idInFragment = methodOf(DocumentFragment, "getElementById");
const pointInDocument = methodOf(Document, "elementFromPoint");
const pointInShadow = maybeMethod(ShadowRoot, "elementFromPoint", null);
const activeInDocument = getterOf(Document, "activeElement");
const activeInShadow = getterOf(ShadowRoot, "activeElement");
const hostOf = getterOf(ShadowRoot, "host");
const documentElement = getterOf(Document, "documentElement");
const bodyOf = maybeGetter("body", null);
const titleOf = maybeGetter("title", "");
const addressOf = getterOf(Document, "URL");
const readyStateOf = getterOf(Document, "readyState");
const designMode = maybeGetter("designMode", "off");
const visibilityState = maybeGetter("visibilityState", "visible");
const documentAnimations = maybeMethod(Document, "getAnimations", []);
const evaluateXPath = methodOf(Document, "evaluate");
const createRange = methodOf(Document, "createRange");
const createFragment = methodOf(Document, "createDocumentFragment");
const importNode = methodOf(Document, "importNode");
const implementationOf = getterOf(Document, "implementation");
const appendChild = methodOf(Node, "appendChild");
const selectionOf = methodOf(Document, "getSelection");
const listen = methodOf(EventTarget, "addEventListener");
const dispatch = methodOf(EventTarget, "dispatchEvent");
const styleOf = window.getComputedStyle.bind(window);
const now = performance.now.bind(performance);

const ELEMENT = 1;
const TEXT = 3;
const FRAGMENT = 11;
const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/** The current document; a window can outlive its first, empty one. */
const page = () => window.document;

const isElement = (node) => node !== null && node !== undefined && nodeType(node) === ELEMENT;
const isHtml = (element) => namespaceOf(element) === HTML;

/** The tag for comparing: lower case for HTML, prefixed for other vocabularies so that none is taken for HTML. */
const tagOf = (element) => {
  const space = namespaceOf(element);
  if (space === HTML) return localName(element);
  return space === SVG ? "svg:" + localName(element) : "xml:" + localName(element);
};

const queryAll = (root, selector) => {
  const type = nodeType(root);
  if (type === ELEMENT) return queryElement(root, selector);
  return type === FRAGMENT ? queryFragment(root, selector) : queryDocument(root, selector);
};

const byId = (root, id) => {
  const type = nodeType(root);
  if (type === FRAGMENT) return idInFragment(root, id);
  return type === ELEMENT ? null : idInDocument(root, id);
};

/** Longest text that leaves the page whole, and longest one in a description (UTF-16 units). */
const MAX_TEXT = 65536;
const MAX_SHORT = 300;

const bounded = (text, max) => {
  if (text.length <= max) return text;
  const end = text.charCodeAt(max - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? max - 1 : max);
};
const short = (text) => bounded(text, MAX_SHORT);

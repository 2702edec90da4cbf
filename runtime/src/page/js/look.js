// A query and its answer.

const MAX_MATCHES = 20;
const MAX_HIDDEN = 5;

const boxOf = (element) => {
  let { x, y, width, height } = boundsOf(element);
  if (width === 0 && height === 0 && element instanceof HTMLAreaElement) {
    const image = imageOfArea(element);
    if (image !== null) ({ x, y, width, height } = boundsOf(image));
  }
  return { x, y, width, height };
};

const matchOf = (memory, element, visible, want) => {
  const match = {
    node: register(element),
    tag: localName(element),
    element: describe(element),
    visible,
    box: boxOf(element),
  };
  if (want.includes("descriptor")) {
    match.role = roleOf(memory, element);
    match.name = short(nameOf(memory, element));
    match.text = short(textOf(memory, element));
    match.testid = attribute(element, "data-testid");
    match.css = short(selectorOf(memory, element));
  }
  match.facts = factsOf(memory, element, want);
  if (!visible)
    Object.assign(match, { hidden: hiddenBecause(memory, element), proxy: proxyOf(memory, element) });
  return match;
};

/** FNV-1a over UTF-16 units: answers that say the same have the same signature. */
const hash = (text) => {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return `${(value >>> 0).toString(36)}.${text.length.toString(36)}`;
};

const sign = (answer) =>
  hash(JSON.stringify(answer, (key, value) => (key === "box" || key === "elements" ? undefined : value)));

const findQuery = (memory, query, scope) => {
  if (query.exactText !== undefined && query.exactText !== null) {
    return searchText(memory, comparison(query.exactText.value, query.exactText.mode), scope.allows);
  }
  if (query.target !== undefined && query.target !== null)
    return findTarget(memory, query.target, scope.allows);
  return { visible: [], hidden: [] };
};

const pageFacts = () => {
  const document = page();
  return {
    title: bounded(normalise(titleOf(document)), MAX_TEXT),
    url: bounded(addressOf(document), MAX_TEXT),
    readyState: readyStateOf(document),
  };
};

const fill = (answer, memory, query) => {
  const scope = scopeOf(memory, query.within);
  const want = query.want ?? [];
  if (scope.state !== "none") answer.within = scope.state;
  if (scope.state === "ambiguous")
    answer.candidates = scope.boxes.slice(0, MAX_MATCHES).map((box) => described(memory, box));
  const { visible, hidden } = findQuery(memory, query, scope);
  answer.visible = visible.length;
  answer.hidden = hidden.length;
  answer.matches = visible
    .slice(0, query.limit ?? MAX_MATCHES)
    .map((element) => matchOf(memory, element, true, want));
  answer.hiddenMatches = hidden.slice(0, MAX_HIDDEN).map((element) => matchOf(memory, element, false, want));
  return visible;
};

/** Answers a query, and returns the elements too for those who go on with them. */
const evaluate = (query) => {
  const memory = newMemory();
  const answer = { signature: "", visible: 0, hidden: 0, matches: [], hiddenMatches: [], elements: 0 };
  let elements = [];
  if (query.page) Object.assign(answer, pageFacts());
  try {
    if (documentElement(page()) !== null) elements = fill(answer, memory, query);
  } catch (error) {
    if (error instanceof BadTarget) answer.error = { kind: error.kind, detail: error.detail };
    else answer.error = { kind: "internal", detail: short(String(error?.stack ?? error)) };
  }
  answer.signature = sign(answer);
  answer.elements = memory.elements;
  return { answer, elements, memory };
};

const look = (query) => {
  startObserving();
  return evaluate(query).answer;
};

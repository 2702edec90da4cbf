// Opens the task's page in a target of its own, waits for its answer, and hands in what it reads there.

const { BROWSER_WS, TASK_URL } = process.env;
const ANSWER_MS = 8000;

/** What the page has to say: its answer once there is one, or what a task function returns. */
const READ = `(async () => {
  if (typeof __ABB_RUN_IDB_TASK__ === "function") return __ABB_RUN_IDB_TASK__();
  const answer = document.querySelector("#answer")?.textContent.trim();
  return answer ? { answer } : null;
})()`;

class Connection {
  calls = 0;
  refusals = 0;
  #waiting = new Map();

  static open(address) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.onopen = () => resolve(new Connection(socket));
      socket.onerror = () => reject(new Error(`no connection to ${address}`));
    });
  }

  constructor(socket) {
    this.socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#giveUp("the engine closed the connection");
  }

  send(method, params = {}, sessionId = undefined) {
    const id = (this.calls += 1);
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { method, resolve, reject }));
  }

  #receive({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (!error) return waiting.resolve(result);
    this.refusals += 1;
    waiting.reject(new Error(`${waiting.method}: ${error.message}`));
  }

  #giveUp(reason) {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}

async function read(connection) {
  const { targetId } = await connection.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  try {
    await connection.send("Page.enable", {}, sessionId);
    await connection.send("Page.navigate", { url: TASK_URL }, sessionId);
    return await answerOf(connection, sessionId);
  } finally {
    await connection.send("Target.closeTarget", { targetId }).catch(() => {});
  }
}

async function answerOf(connection, sessionId) {
  const question = { expression: READ, awaitPromise: true, returnByValue: true };
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; ) {
    // While the page is replaced there may be nothing to ask.
    const reply = await connection.send("Runtime.evaluate", question, sessionId).catch(() => null);
    if (reply?.result?.value) return reply.result.value;
    if (reply?.exceptionDetails) return { answer: `ERROR: ${reply.exceptionDetails.exception?.description}` };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { answer: "" };
}

let report;
try {
  const connection = await Connection.open(BROWSER_WS);
  const { answer, observations = {} } = await read(connection);
  const metrics = { cdp_call_count: connection.calls, cdp_error_count: connection.refusals, ws_disconnect_count: 0 };
  report = { ok: true, answer, observations, metrics };
} catch (error) {
  const unsupported = /not found|unknown method|unsupported/i.test(error.message);
  const kind = unsupported ? "engine_unsupported" : "script_error";
  report = { ok: false, error: { class: kind, message: error.message } };
}
process.stdout.write(JSON.stringify(report), () => process.exit(0));

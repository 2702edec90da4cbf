// The server of the benchmark's pages. It keeps the moment at which each address was asked for.
import http from 'node:http';

const links = Array.from({ length: 400 }, (_, n) => `<li><a href="#topic-${n}">Topic ${n}</a></li>`).join('');

const FORM = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Register</title>
<style>nav ul { columns: 4 } form { display: grid; gap: 8px; width: 320px }</style></head><body>
<h1>Register</h1>
<form>
  <label>Name <input name="name"></label>
  <label>Email <input name="email"></label>
  <label>City <input name="city"></label>
  <label><input type="checkbox" name="terms"> I accept the terms</label>
  <label>Country <select name="country"><option>Choose one</option><option>Finland</option><option>Portugal</option></select></label>
  <button>Save</button>
</form>
<p role="status"></p>
<nav><ul>${links}</ul></nav>
<script>
  document.querySelector('form').onsubmit = event => {
    event.preventDefault();
    const { name, city, country, terms } = Object.fromEntries(new FormData(event.target));
    document.querySelector('[role=status]').textContent = name + ' of ' + city + ', ' + country + ', ' + (terms ? 'accepted' : 'refused');
  };
</script></body></html>`;

const READY = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ready</title></head><body>Ready</body></html>';

// Tells the server of the change in the very turn in which it makes it.
const change = n => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Change ${n}</title></head><body>
<p id="state">Waiting</p>
<script>
  setTimeout(() => {
    navigator.sendBeacon('/changed/${n}');
    document.querySelector('#state').textContent = 'Ready ${n}';
  }, ${200 + (n * 37) % 150});
</script></body></html>`;

export const ROUND = {
    name: 'Robin Ash Meadow', email: 'robin@example.te', city: 'Porto Covo Velho', country: 'Portugal',
    says: 'Robin Ash Meadow of Porto Covo Velho, Portugal, accepted',
};

export function serve() {
    const seen = new Map();
    const server = http.createServer((request, response) => {
        const path = new URL(request.url, 'http://localhost').pathname;
        seen.set(path, performance.now());
        const number = path.match(/^\/change\/(\d+)$/)?.[1];
        const body = path === '/form' ? FORM : path === '/ready' ? READY : number ? change(Number(number)) : '';
        response.writeHead(body || path.startsWith('/changed') ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
        response.end(body);
    });
    return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve({
        origin: `http://127.0.0.1:${server.address().port}`,
        seen,
        close: () => server.close(),
    })));
}

// The load of `sheepfold.bench.load` for boardgame.io: it reads a number of seconds, plays for that long, and writes the
// result. Every player is a socket that moves as soon as it is asked. boardgame.io has no acknowledgements: a move is
// done when its player is sent the new state. Its own client would compute every move a second time; with bare sockets,
// this process is fast enough to saturate the server.

const { io } = require('socket.io-client');
const { createInterface } = require('node:readline');
const { ROWS } = require('./game.js');

const PLAYERS = [3, 2, 2];
const SET_UP_AT_ONCE = 20;

const load = JSON.parse(process.argv[2]);
const address = `http://${load.host}:${load.port}`;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let running = false;
let times = [];
let games = 0;
let waiting = 0;
let beginning = 0;
const seats = new Set();

async function post(path, content) {
  const answer = await fetch(`${address}/games/cards/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Seat {
  constructor(table, match, player, credentials) {
    Object.assign(this, { table, match, player, credentials, state: null, sent: 0 });
  }

  join() {
    return new Promise((resolve) => {
      this.socket = io(`${address}/cards`, { transports: ['websocket'], forceNew: true, reconnection: false });
      this.socket.on('connect', () =>
        this.socket.emit('sync', this.match, this.player, this.credentials, this.table.players));
      this.socket.on('sync', (_match, { state }) => {
        this.state = state;
        seats.add(this);
        resolve();
        this.actIfAsked();
      });
      this.socket.on('update', (_match, state) => this.update(state));
    });
  }

  update(state) {
    this.state = state;
    if (this.sent) {
      times.push(performance.now() - this.sent);
      this.sent = 0;
      waiting -= 1;
      if (state.ctx.gameover) this.table.over();
    }
    this.actIfAsked();
  }

  actIfAsked() {
    const { state, player } = this;
    if (!running || this.sent || state.ctx.gameover || state.ctx.currentPlayer !== player) return;
    const hand = state.G.hands[Number(player)];
    const args = [Math.floor(Math.random() * hand.length), Math.floor(Math.random() * ROWS)];
    const action = { type: 'MAKE_MOVE', payload: { type: 'lay', args, playerID: player, credentials: this.credentials } };
    waiting += 1;
    this.sent = performance.now();
    this.socket.emit('update', action, state._stateID, this.match, player);
  }

  leave() {
    seats.delete(this);
    this.socket.close();
  }
}

class Table {
  constructor(number) {
    this.players = PLAYERS[number % PLAYERS.length];
    this.seats = [];
  }

  async begin() {
    const { matchID } = await post('create', { numPlayers: this.players });
    this.seats = [];
    for (let player = 0; player < this.players; player += 1) {
      const joining = { playerID: String(player), playerName: `Shepherd ${player}` };
      const { playerCredentials } = await post(`${matchID}/join`, joining);
      this.seats.push(new Seat(this, matchID, String(player), playerCredentials));
    }
    await Promise.all(this.seats.map((seat) => seat.join()));
  }

  over() {
    this.seats.forEach((seat) => seat.leave());
    games += 1;
    beginning += 1;
    this.begin().then(() => { beginning -= 1; });
  }
}

async function play(seconds) {
  times = [];
  games = 0;
  running = true;
  const begun = performance.now();
  const cpuBegun = process.cpuUsage();
  seats.forEach((seat) => seat.actIfAsked());
  await pause(seconds * 1000);
  running = false;
  while (waiting || beginning) await pause(1);
  const passed = (performance.now() - begun) / 1000;
  const spent = process.cpuUsage(cpuBegun);
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.floor(times.length * part)] ?? 0;
  const busy = (spent.user + spent.system) / 1e6 / passed;
  return { moves: times.length, games, seconds: passed, median_ms: at(0.5), p99_ms: at(0.99), busy };
}

async function main() {
  const tables = Array.from({ length: load.tables }, (_, number) => new Table(number));
  for (let first = 0; first < tables.length; first += SET_UP_AT_ONCE) {
    await Promise.all(tables.slice(first, first + SET_UP_AT_ONCE).map((table) => table.begin()));
  }
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await play(Number(line))));
  }
  process.exit(0);
}

main();

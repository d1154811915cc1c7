// A card game of the same kind as ours: hidden hands of ten cards, a shuffled deck, points, 40 to 60 moves.

const CARDS = 104;
const HAND = 10;
const ROWS = 4;
const DEALS = 2;

function deal(G, random) {
  const deck = random.Shuffle([...Array(CARDS).keys()]);
  G.hands = G.points.map(() => deck.splice(0, HAND).sort((a, b) => a - b));
  G.rows = Array.from({ length: ROWS }, () => deck.splice(0, 1));
  G.deck = deck;
  G.dealt += 1;
}

const RoundOfCards = {
  name: 'cards',
  setup: ({ ctx, random }) => {
    const G = { hands: [], rows: [], deck: [], dealt: 0, points: Array(ctx.numPlayers).fill(0) };
    deal(G, random);
    return G;
  },
  moves: {
    // The move reads hidden information, so only the server can compute it.
    lay: {
      client: false,
      move: ({ G, playerID, random }, place, row) => {
        const seat = Number(playerID);
        const [card] = G.hands[seat].splice(place, 1);
        const last = G.rows[row][G.rows[row].length - 1];
        if (card < last || G.rows[row].length === 5) {
          G.points[seat] += G.rows[row].length;
          G.rows[row] = [card];
        } else {
          G.rows[row].push(card);
        }
        if (G.hands.every((hand) => hand.length === 0) && G.dealt < DEALS) deal(G, random);
      },
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.hands.every((hand) => hand.length === 0) ? { points: G.points } : undefined),
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  minPlayers: 2,
  maxPlayers: 3,
};

module.exports = { RoundOfCards, ROWS };

// boardgame.io with its default storage in memory: node server.js PORT

const { Server, Origins } = require('boardgame.io/dist/cjs/server.js');
const { RoundOfCards } = require('./game.js');

Server({ games: [RoundOfCards], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
process.on('SIGTERM', () => process.exit(0));

// Verifies the chance of a Magnate record with nothing but Node: node examples/verify.mjs game.record
// It checks the seals, the commitment, and that every die, card, seat and deed follows from secret and entropy.
// It knows no rules. docs/record.md has the algorithm and says what this leaves unchecked.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [DEEDS, DECKS, CARDS] = [28, 2, 16]; // in all five editions
const KEPT = { // the cards that can be kept: deck and number
  "castis 1": ["0 9", "1 14"], "clasico 1": ["0 7", "1 4"], "clasico 1 internacional": ["0 15", "1 15"],
  "europolis 1": ["0 8", "1 4"], "expopolis 1": ["0 11", "1 13"], "monopoli-server 1": ["0 11", "1 13"],
};
const end = (code, ...said) => (console.log(`${process.argv[2]}: ${said.join(".\n")}.`), process.exit(code));
const wrong = (index, problem) => end(1, `disproved at line ${index + 1}`, problem);
process.on("uncaughtException", (error) => end(3, "cannot be read", error.message));
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256"));
const range = (n) => [...Array(n).keys()];

const lines = readFileSync(process.argv[2], "utf8").replace(/\n$/, "").split("\n");
const moves = lines.splice(lines.indexOf("moves") + 1);
const head = new Map(lines.map((line) => /^((?:name|option|entropy|handicap) \S+|\S+) ?(.*)$/su.exec(line).slice(1)));
const edition = head.get("edition") + (head.get("skin") === "internacional" ? " internacional" : "");
const isRecord = head.get("magnate") === "record 1" && head.size === lines.length && moves.length > 0;
if (!isRecord || !KEPT[edition] || head.has("position")) throw new Error("It is no whole game of an edition in KEPT");
const kept = head.get("option cards.kept") === "false" ? [] : KEPT[edition];
const isTop = (head.get("option cards.draw") ?? (edition === "monopoli-server 1" ? '"random"' : '"top"')) === '"top"';
if (!head.has("secret")) end(2, "not proved", "The secret is not revealed in this record");
const secret = Buffer.from(head.get("secret"), "hex"), place = [...head.keys()].indexOf("secret");
if (sha256(secret).digest("hex") !== head.get("commitment")) wrong(place, "The secret is not the promised one");

// The generator: ChaCha8 under a key made of secret and entropy, read as one long row of 32-bit words.
const entropy = [...head].filter(([name]) => name.startsWith("entropy ")).map(([, value]) => JSON.parse(value));
const added = entropy.flatMap((word) => [Uint32Array.of(Buffer.byteLength(word)), word]);
const key = sha256("magnate fair dice 1", secret, ...added).digest(), words = [];
const block = (number) => {
  const first = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...range(8).map((i) => key.readUInt32LE(4 * i))];
  const before = Uint32Array.from([...first, number, 0, 0, 0]), w = before.slice();
  const mix = (a, b, d, bits) => ((w[a] += w[b]), (w[d] ^= w[a]), (w[d] = (w[d] << bits) | (w[d] >>> (32 - bits))));
  for (const i of range(32)) { // quarter rounds: four times four on the columns and four on the diagonals
    const [a, b, c, d] = range(4).map((row) => 4 * row + ((i + (i & 4 ? row : 0)) & 3));
    mix(a, b, d, 16), mix(c, d, b, 12), mix(a, b, d, 8), mix(c, d, b, 7);
  }
  return w.map((word, i) => word + before[i]);
};
const below = (course, n) => { // 0 to n - 1; a word in the uneven tail of the range is passed over
  const at = course.at++;
  if (at === words.length) words.push(...block(at / 16));
  return words[at] < 2 ** 32 - (2 ** 32 % n) ? words[at] % n : below(course, n);
};

// Which deck a card comes from, and whose kept cards a bankruptcy returns, only the rules can say. So every course of
// the decks that the moves allow is followed: how many words are used, the decks from the top, the cards in hands.
let courses = [{ at: 0, decks: range(DECKS).map((deck) => range(CARDS).map((card) => `${deck} ${card}`)), held: [] }];
for (const deck of courses[0].decks)
  for (let i = CARDS - 1, j; i > 0; i--) (j = below(courses[0], i + 1)), ([deck[i], deck[j]] = [deck[j], deck[i]]);
let deeds = range(DEEDS), playing = range(+head.get("seats")), rolls = [], rolling = playing.length, turn = null;
const pick = (course, some) => [[some[below(course, some.length)], course]];
const could = { // what each kind of result could be now, with the course that goes on from it
  d: (course) => pick(course, [1, 2, 3, 4, 5, 6]),
  p: (course) => pick(course, deeds),
  s: (course) => pick(course, playing.filter((seat) => seat !== turn)),
  c: (course) => range(DECKS).map((deck) => {
    const next = structuredClone(course), pile = next.decks[deck];
    const [card] = pile.splice(isTop ? 0 : below(next, pile.length), 1);
    (kept.includes(card) ? next.held : pile).push(card);
    return [+card.slice(2), next];
  }),
};
const putBack = (course, card) => {
  const next = structuredClone(course), place = next.held.indexOf(card);
  next.decks[card[0]].push(...next.held.splice(place, 1));
  return place < 0 ? [] : [next];
};
const seal = sha256(lines.join("\n") + "\n");
for (const [move, line] of moves.entries()) {
  const [, said, digits] = /^(.*) #(.*)$/su.exec(line) ?? [], index = lines.length + move;
  if (seal.update(said + "\n").copy().digest("hex").slice(0, 4) !== digits) wrong(index, "Its seal does not fit");
  if (!`${said} `.startsWith(moves[move + 1] ? `${move} ` : `end ${move - 1} `)) wrong(index, "Its number is wrong");
  const [play, luck] = said.split(" | "), [, seat, action, body] = play.split(" ");
  if (action === "UseCard") courses = courses.flatMap((course) => putBack(course, kept[JSON.parse(body).card]));
  const leaves = action === "DeclareBankruptcy" || action === "Concede";
  if (leaves) playing = playing.filter((other) => other !== +seat);
  for (const card of leaves ? kept : []) courses = courses.flatMap((course) => [course, ...putBack(course, card)]);
  for (const [kind, ...digits] of luck?.split(" ") ?? []) {
    const value = +digits.join(""), all = courses.flatMap(could[kind]);
    courses = all.filter(([one]) => one === value).map(([, course]) => course);
    if (!courses.length) wrong(index, `Recorded: ${kind}${value}. Due: ${all.map(([one]) => kind + one).join(" or ")}`);
    deeds = kind === "p" ? deeds.filter((deed) => deed !== value) : deeds;
    turn = kind === "s" ? value : turn;
  }
  if (turn === null && action === "Roll") { // the opening: the highest begins, ties roll again
    rolls.push({ seat: +seat, sum: luck.match(/\d/g).reduce((sum, die) => sum + +die, 0) });
    const best = rolls.filter(({ sum }) => sum === Math.max(...rolls.map((roll) => roll.sum)));
    if (rolls.length === rolling) [rolls, rolling, turn] = [[], best.length, best[1] ? null : best[0].seat];
  }
  if (!courses.length) wrong(index, "Nobody holds the card that is used");
  courses = [...new Map(courses.map((course) => [JSON.stringify(course), course])).values()];
}
const said = `All chance in ${moves.length - 1} moves follows from secret and entropy ${JSON.stringify(entropy)}`;
end(0, "proved", said, `The secret is the one promised by ${head.get("commitment")}`);

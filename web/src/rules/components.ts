// The component tables of a game (cards, tiles, tracks …) in readable form: facts, and a table for each list of
// similar things. Independent of the game; names are translated where we have words.

type Status = 'rulebook' | 'reported' | 'assumed';
type Plain = string | number | boolean | null;

export interface Fact {
  name: string;
  values: Plain[];
}

export interface Table {
  name: string;
  columns: string[];
  rows: Plain[][][];
}

export interface Section {
  name: string;
  status: Status;
  note: string;
  facts: Fact[];
  tables: Table[];
}

type Thing = Record<string, unknown>;

export function sectionsOf(components: Record<string, unknown>): Section[] {
  return Object.entries(components).map(([name, content]) => {
    const { status, note, ...fields } = content as Thing;
    const section: Section = { name, status: status as Status, note: (note as string | undefined) ?? '', facts: [], tables: [] };
    for (const [field, value] of Object.entries(fields)) {
      if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null))
        section.tables.push(tableOf(field, value as Thing[]));
      else section.facts.push({ name: field, values: valuesOf(value) });
    }
    return section;
  });
}

function tableOf(name: string, things: Thing[]): Table {
  const columns = [...new Set(things.flatMap((thing) => Object.keys(thing)))];
  return { name, columns, rows: things.map((thing) => columns.map((column) => valuesOf(thing[column]))) };
}

function valuesOf(value: unknown): Plain[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value as Plain[];
  if (typeof value === 'object') return Object.entries(value).map(([name, one]) => `${name} ${String(one)}`);
  return [value as Plain];
}

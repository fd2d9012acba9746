import fc from 'fast-check'

/** What nobody sends who means well: names of other things, signs that end texts, numbers at the ends of their range, other types. */
export const odd: readonly unknown[] = [
  ...['', ' ', '\0', 'a\0b', 'two words', 'ä/ö?#&%', '../../etc/passwd', '%00', "' or 1=1 --", '<script>alert(1)</script>'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', '{}', '[]', 'root', 'o1-section'],
  ...[
    '\ud800',
    'x\udfff',
    '\u202e\u0645\u0631',
    '\u001c\u001d\u001e\u001f',
    '\u2028',
    '😀'.repeat(64),
    'x'.repeat(128),
    'x'.repeat(20_000),
  ],
  ...['o2-q1', 'o1-q2', 'o2-exam', 'o1-schedule', '2026-02-30T25:61:00Z', '+275760-09-13T00:00:00.001Z'],
  ...[0, -0, -1, 0.5, 1e-7, 1e308, 2 ** 31, 2 ** 52, 2 ** 53, -(2 ** 53), 31_536_000],
  ...[null, true, [], {}, [[]], ['__proto__'], { constructor: 1 }, JSON.parse('{"__proto__":{"a":1}}')],
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { seed: 13, numRuns: 4 }),
]

export interface Place {
  /** `options.0.optionID`. */
  readonly place: string
  with(put: unknown): unknown
}

/** Every place in a value, as the value with `put` in that place. */
export const places = (value: unknown): Place[] => {
  const inside =
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, one]) =>
          places(one).map((inner) => ({
            place: `${name}${inner.place && '.'}${inner.place}`,
            with: (put: unknown) =>
              Array.isArray(value)
                ? value.map((stored, index) => (String(index) === name ? inner.with(put) : stored))
                : { ...value, [name]: inner.with(put) },
          })),
        )
  return [{ place: '', with: (put) => put }, ...inside]
}

/** The value with `put` in a place of it. */
export const putAt = (value: unknown, place: string, put: unknown) =>
  places(value)
    .find((one) => one.place === place)
    ?.with(put)

/** Small enough that a reply names all of them: it names no more than twenty things that are wrong. */
export const inGroups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / 8) }, (_, index) => all.slice(index * 8, index * 8 + 8))

export type Part = 'params' | 'query' | 'body'
/** The parts that an input, or a call, has. */
export const partsOf = (input: object) => (['params', 'query', 'body'] as const).filter((part) => part in input)

export interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}

/** Every field that a call takes by its description, also if it may be left out, as `places` names them; of lists the first entry. */
export const fieldsOf = ({ properties = {}, items, anyOf = [] }: Described): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [name, ...fieldsOf(inner).map((more) => `${name}.${more}`)]),
  ...(items ? ['0', ...fieldsOf(items).map((more) => `0.${more}`)] : []),
  ...anyOf.flatMap(fieldsOf),
]

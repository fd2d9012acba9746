import { type Answer, answerOf } from './answer-of.ts'

const processes = [
  'Waves throw sand and stones against the foot of the cliff. This is abrasion, and it cuts a notch.',
  'Water is pressed into the cracks and the air in it bursts the rock. This is hydraulic action.',
  'Rain runs into the clay and makes it heavy, so that it slides. This is mass movement.',
  'Salt grows in the pores of the rock and breaks it grain by grain.',
]
const comparisons = [
  'The north side is clay, and the south side is hard limestone, which the sea takes much longer to wear away.',
  'The waves come from the north-west with a long fetch, and the headland shelters the south side.',
  'In the south a wide beach takes the energy out of the waves. In the north the beach was carried away.',
  'I think that it is because of the wind.',
]
const methods = [
  'I would measure from five fixed posts to the edge with a tape, twice a year, and take the mean.',
  'I would compare maps and photographs from the air of both years, and mark the edge on each of them.',
  'I would use a receiver for satellites and walk along the edge each spring after the storms.',
  'I would ask the people who live there.',
]
const errors = [
  'The edge is hard to see where grass hangs over it.',
  'A post can be lost in a slide, and then the distance is guessed.',
  'The photographs were taken at different tides.',
  '',
]

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], number: number): T => list[number % list.length] as T

/** What the simulated learner with this number writes about the cliffs: good for some, short for others, and nothing for a few. */
const erosion = (number: number): string => {
  if (number % 15 === 14) return ''
  if (number % 7 === 6) return 'The sea is stronger there.'
  return [pick(processes, number), pick(processes, number + 1 + (number % 2)), pick(comparisons, number)].join('\n\n')
}

const method = (number: number): string => [pick(methods, number), pick(errors, number)].join(' ').trim()

const size = { w: 760, h: 560 }

/** A drawing in the form in which answers hold it: some places along the coast, with a letter at the first. */
const drawing = (number: number): string => {
  const places = Array.from({ length: 2 + (number % 3) }, (_, index) => [
    120 + index * 150 + (number % 11) * 4,
    90 + (number % 7) * 12,
  ])
  const [first = [0, 0]] = places
  const marks = [
    ...places.map(([x = 0, y = 0]) => ['s', 'r', 3, x, y, x + 14, y + 14, x, y + 28]),
    ['t', 'b', (first[0] ?? 0) + 20, (first[1] ?? 0) + 10, 'A'],
  ]
  return JSON.stringify({ ...size, marks, said: `${places.length} places along the northern cliffs` })
}

/** The answers of a simulated learner to the fieldwork report, in the order of its questions. */
export const reportAnswers = (number: number): readonly (readonly [question: string, answer: Answer])[] => [
  ['report-tide', answerOf.option(pick(['b', 'b', 'a', 'b', 'c'], number))],
  ['report-erosion', answerOf.text(erosion(number))],
  ['report-method', answerOf.text(method(number))],
  ['report-sketch', number % 9 === 8 ? answerOf.text('') : answerOf.field('places', drawing(number))],
]

/** A page of a field notebook, as a PDF. */
export const notebookPage = (number: number): Uint8Array<ArrayBuffer> => {
  const lines = [
    'Field notebook',
    `Day ${1 + (number % 28)} of September`,
    `Post 1: ${(12 + (number % 9) / 10).toFixed(1)} m`,
    'Wind from the west',
  ]
  const text = lines
    .map((line, index) => `BT /F1 ${index === 0 ? 22 : 14} Tf 60 ${760 - index * 34} Td (${line}) Tj ET`)
    .join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`
  return new TextEncoder().encode(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}

const foodTexts = [
  'I would throw away the chicken and the rice, because both were above eight degrees for more than four hours.',
  'Portions that are small cool faster. I would use flat trays and put them into the blast chiller within ninety minutes.',
  'Write the time, the temperature and who looked at it into the book, and tell the manager before the delivery comes.',
]

/** What the simulated learner with this number answers to a question of the food exam, at their own pace. */
export const foodAnswers = (number: number): readonly (readonly [question: string, answer: Answer])[] => [
  ['cold-when', answerOf.option(pick(['c', 'c', 'b', 'c', 'd'], number))],
  ['cold-limit', answerOf.option(pick(['c', 'b', 'c'], number))],
  ['cold-discard', answerOf.options(pick([['a', 'b'], ['a'], ['b', 'd']], number))],
  ['cold-first', answerOf.option(pick(['c', 'a'], number))],
  ['hands-gloves', answerOf.option(pick(['false', 'false', 'true'], number))],
  ['hands-order', answerOf.option(pick(['b', 'c', 'b'], number))],
  [
    'hands-wash',
    answerOf.options(
      pick(
        [
          ['a', 'b', 'c', 'e'],
          ['a', 'b'],
        ],
        number,
      ),
    ),
  ],
  ['hands-shelf', answerOf.option('true')],
  ['hands-probe', answerOf.option(pick(['d', 'd', 'a'], number))],
  ['hands-allergen', answerOf.option(pick(['b', 'a'], number))],
  ['words-cool', answerOf.text(pick(foodTexts, number))],
  ['words-report', answerOf.text(pick(foodTexts, number + 1))],
  ['words-done', answerOf.option('false')],
]

/**
 * The answers of a simulated learner to the test of fire safety. Learners know more or less; whoever knows most takes the lift for what a fire service may
 * use, which the key of that question has as wrong: an adverse question.
 */
export const fireAnswers = (number: number): readonly (readonly [string, Answer])[] => {
  const knows = (number * 7) % 10
  return [
    ['prevent-three', answerOf.options(knows > 6 ? ['a', 'b', 'c'] : knows > 3 ? ['a', 'b', 'd'] : ['a', 'd', 'e'])],
    ['prevent-wedge', answerOf.option(knows > 1 ? 'false' : 'true')],
    ['prevent-socket', answerOf.option(knows > 4 ? 'a' : pick(['b', 'a', 'c'], number))],
    ['leave-lift', answerOf.option(knows > 6 ? 'c' : 'b')],
    ['leave-smoke', answerOf.option(knows > 5 ? 'b' : pick(['a', 'b', 'd'], number))],
    ['leave-return', answerOf.option(knows > 2 ? 'false' : 'true')],
  ]
}

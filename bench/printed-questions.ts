import type { PaperDocument } from '../apps/server/src/paper/paper-parts.ts'
import { createPrinter } from '../apps/server/src/paper/printing/printer.ts'
import { plainPicture, writeBarePdf } from '../apps/server/src/paper/testing/bare-pdf.ts'
import { sampleDocument } from '../apps/server/src/paper/testing/sample-document.ts'

const sentence = 'The tide comes in twice a day and goes out again, and with it every boat that nobody has made fast. '
const formula = '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><msqrt><mi>b</mi></msqrt></mfrac></math>'
const rows = ['High', 'Low', 'Slack'].map((name, at) => `<tr><td>${name}</td><td>0${at}:15</td><td>${at + 2} m</td></tr>`)

/** A question of half a page: text, a table, a formula and a picture. `number` makes it another one. */
const questionOf = (number: number, picture: Uint8Array): PaperDocument =>
  sampleDocument(
    [
      { kind: 'heading', level: 2, text: `Question ${number}` },
      {
        kind: 'html',
        html: `<p>${sentence.repeat(4)}</p><table><tr><th>Tide</th><th>Time</th><th>Depth</th></tr>${rows.join('')}</table>
          <p>How long is ${formula}?</p><p><img src="tide.png" alt="A tide gauge"></p>`,
      },
      { kind: 'list', items: ['One', 'Two', 'Three'].map((text) => ({ marker: '•', text })) },
    ],
    { pictures: new Map([['tide.png', { mediaType: 'image/png', bytes: picture }]]) },
  )

/** The same words, in paragraphs. */
const wordsOf = (number: number): string[] => [
  `Question ${number}`,
  sentence.repeat(4),
  'Tide Time Depth High 00:15 2 m Low 01:15 3 m Slack 02:15 4 m',
  'How long is (a+1)/√b?',
  'One Two Three',
]

const perSecond = async (count: number, make: (number: number) => Promise<unknown>): Promise<number> => {
  for (let number = 1; number <= 5; number += 1) await make(-number)
  const from = performance.now()
  for (let number = 1; number <= count; number += 1) await make(number)
  return (count * 1000) / (performance.now() - from)
}

export interface PrintedQuestions {
  /** Questions that one process prints in a second, once it is warm. */
  readonly printed: number
  /** The same words in bare PDFs, by the library that both stand on. */
  readonly bare: number
}

export const measurePrintedQuestions = async (count: number): Promise<PrintedQuestions> => {
  const picture = await plainPicture(600, 400)
  const printer = createPrinter({
    workers: 1,
    onFailure: (error) => {
      throw error
    },
  })
  const printed = await perSecond(count, (number) => printer.print(questionOf(number, picture)))
  await printer.stop()
  return { printed, bare: await perSecond(count, (number) => writeBarePdf(wordsOf(number), picture)) }
}

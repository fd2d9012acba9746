import { expect, test } from 'vitest'
import { printedQuestion, sampleResults } from '../testing/sample-results.ts'
import type { PrintWorker } from './print-worker.ts'
import { createResultsPrinter } from './results-printer.ts'

const resultsOf = (text: string) => sampleResults([printedQuestion(1, { answerText: text })])
const pdf = new Uint8Array(3)

/** Workers that print when they are told to. */
const arrange = (more: { workers?: number; mostWaiting?: number } = {}) => {
  const printing: { text: string; end(outcome?: Error): void; tell(percent: number): void }[] = []
  const failures: unknown[] = []
  let started = 0
  let closed = 0
  const startWorker = (): PrintWorker => {
    started += 1
    return {
      print: (results, tell) =>
        new Promise((resolve, reject) => {
          const text = results.sections[0]?.questions[0]?.answer?.answerText ?? ''
          printing.push({ text, tell, end: (outcome) => (outcome ? reject(outcome) : resolve(pdf)) })
        }),
      close: async () => {
        closed += 1
      },
    }
  }
  const printer = createResultsPrinter({ workers: 2, ...more, startWorker, onFailure: (error) => failures.push(error) })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { printer, printing, failures, settled, counts: () => ({ started, closed }) }
}

test('a few are printed at once, the others wait in their order, and workers are used again', async () => {
  const { printer, printing, settled, counts } = arrange()
  const all = ['a', 'b', 'c', 'd'].map((text) => printer.print(resultsOf(text)))
  await settled()
  expect(printing.map(({ text }) => text)).toEqual(['a', 'b'])
  printing[1]?.end()
  await settled()
  expect(printing.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  for (const index of [0, 2]) printing[index]?.end()
  await settled()
  printing[3]?.end()
  expect(await Promise.all(all)).toEqual(all.map(() => ({ ok: true, pdf })))
  expect(counts()).toEqual({ started: 2, closed: 0 })
})

test('the same results are printed once: for all who ask meanwhile, and for who clicks later', async () => {
  const { printer, printing, settled } = arrange()
  const told: number[] = []
  const both = [printer.print(resultsOf('a')), printer.print(resultsOf('a'), (percent) => told.push(percent))]
  await settled()
  printing[0]?.tell(40)
  printing[0]?.end()
  await Promise.all(both)
  expect(await printer.print(resultsOf('a'))).toEqual({ ok: true, pdf })
  expect([printing.length, told]).toEqual([1, [40]])
})

test('more than may wait are told so at once', async () => {
  const { printer, printing } = arrange({ workers: 1, mostWaiting: 1 })
  const first = printer.print(resultsOf('a'))
  const second = printer.print(resultsOf('b'))
  expect(await printer.print(resultsOf('c'))).toEqual({ ok: false, code: 'BUSY' })
  printing[0]?.end()
  await first
  printing[1]?.end()
  expect(await second).toMatchObject({ ok: true })
})

test('a PDF that fails half-way ends its worker, is reported, and holds nobody else up', async () => {
  const { printer, printing, settled, failures, counts } = arrange({ workers: 1 })
  const first = printer.print(resultsOf('a'))
  const second = printer.print(resultsOf('b'))
  await settled()
  printing[0]?.end(new Error('out of memory'))
  expect(await first).toEqual({ ok: false, code: 'FAILED' })
  await settled()
  printing[1]?.end()
  expect(await second).toMatchObject({ ok: true })
  expect([failures, counts()]).toEqual([[new Error('out of memory')], { started: 2, closed: 1 }])
})

test('a real worker prints in its own thread, tells how far it is, and fails by itself', async () => {
  const failures: unknown[] = []
  const printer = createResultsPrinter({ workers: 1, onFailure: (error) => failures.push(error) })
  const told: number[] = []
  const printed = await printer.print(resultsOf('hello'), (percent) => told.push(percent))
  expect(printed.ok && Buffer.from(printed.pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(told.at(-1)).toBe(100)
  // Boundary: results as no server makes them.
  const broken = { ...resultsOf('x'), sections: null } as never
  expect(await printer.print(broken)).toEqual({ ok: false, code: 'FAILED' })
  expect(failures).toHaveLength(1)
  expect((await printer.print(resultsOf('after'))).ok).toBe(true)
  await printer.stop()
  expect(await printer.print(resultsOf('late'))).toEqual({ ok: false, code: 'BUSY' })
})

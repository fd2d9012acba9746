import { expect, test } from 'vitest'
import { sampleDocument } from '../testing/sample-document.ts'
import { type PrintWorker, startPrintWorker } from './print-worker.ts'
import { createPrinter } from './printer.ts'

const documentOf = (title: string) => sampleDocument([{ kind: 'html', html: '<p>Text</p>' }], { title })
const pdf = new Uint8Array(3)

/** Workers that print when they are told to. */
const arrange = (more: { workers?: number; mostWaiting?: number } = {}) => {
  const printing: { text: string; end(outcome?: Error): void; tell(percent: number): void }[] = []
  const failures: unknown[] = []
  const killed = new Set<PrintWorker>()
  const workers: PrintWorker[] = []
  let closed = 0
  const startWorker = (): PrintWorker => {
    const worker: PrintWorker = {
      print: ({ title: text }, tell) =>
        new Promise((resolve, reject) => {
          printing.push({ text, tell, end: (outcome) => (outcome ? reject(outcome) : resolve(pdf)) })
        }),
      hasEnded: () => killed.has(worker),
      close: async () => {
        closed += 1
      },
    }
    workers.push(worker)
    return worker
  }
  const printer = createPrinter({ workers: 2, ...more, startWorker, onFailure: (error) => failures.push(error) })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const killAll = () => {
    for (const worker of workers) killed.add(worker)
  }
  return { printer, printing, failures, settled, killAll, counts: () => ({ started: workers.length, closed }) }
}

test('a few are printed at once, the others wait in their order, and workers are used again', async () => {
  const { printer, printing, settled, counts } = arrange()
  const all = ['a', 'b', 'c', 'd'].map((text) => printer.print(documentOf(text)))
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

test('the same document is printed once: for all who ask meanwhile, and for who clicks later', async () => {
  const { printer, printing, settled } = arrange()
  const notified: number[] = []
  const both = [printer.print(documentOf('a')), printer.print(documentOf('a'), (percent) => notified.push(percent))]
  await settled()
  printing[0]?.tell(40)
  printing[0]?.end()
  await Promise.all(both)
  expect(await printer.print(documentOf('a'))).toEqual({ ok: true, pdf })
  expect([printing.length, notified]).toEqual([1, [40]])
})

test('more than may wait are told so at once', async () => {
  const { printer, printing } = arrange({ workers: 1, mostWaiting: 1 })
  const first = printer.print(documentOf('a'))
  const second = printer.print(documentOf('b'))
  expect(await printer.print(documentOf('c'))).toEqual({ ok: false, code: 'BUSY' })
  printing[0]?.end()
  await first
  printing[1]?.end()
  expect(await second).toMatchObject({ ok: true })
})

test('a PDF that fails half-way ends its worker, is reported, and holds nobody else up', async () => {
  const { printer, printing, settled, failures, counts } = arrange({ workers: 1 })
  const first = printer.print(documentOf('a'))
  const second = printer.print(documentOf('b'))
  await settled()
  printing[0]?.end(new Error('out of memory'))
  expect(await first).toEqual({ ok: false, code: 'FAILED' })
  await settled()
  printing[1]?.end()
  expect(await second).toMatchObject({ ok: true })
  expect([failures, counts()]).toEqual([[new Error('out of memory')], { started: 2, closed: 1 }])
})

test('workers that were killed while nothing was to be printed are passed over', async () => {
  const { printer, printing, settled, killAll, counts } = arrange()
  const both = ['a', 'b'].map((text) => printer.print(documentOf(text)))
  await settled()
  for (const index of [0, 1]) printing[index]?.end()
  await Promise.all(both)
  killAll()
  const later = printer.print(documentOf('c'))
  await settled()
  printing[2]?.end()
  expect([await later, counts()]).toEqual([
    { ok: true, pdf },
    { started: 3, closed: 0 },
  ])
})

test('a real worker prints in its own process, tells how far it is, and fails by itself', async () => {
  const failures: unknown[] = []
  const printer = createPrinter({ workers: 1, onFailure: (error) => failures.push(error) })
  const notified: number[] = []
  const printed = await printer.print(documentOf('hello'), (percent) => notified.push(percent))
  expect(printed.ok && Buffer.from(printed.pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(notified.at(-1)).toBe(100)
  // Boundary: a document as no server makes it.
  const broken = { ...documentOf('x'), parts: null } as never
  expect(await printer.print(broken)).toEqual({ ok: false, code: 'FAILED' })
  expect(failures).toHaveLength(1)
  expect((await printer.print(documentOf('after'))).ok).toBe(true)
  await printer.stop()
  expect(await printer.print(documentOf('late'))).toEqual({ ok: false, code: 'BUSY' })
})

test('a worker that is killed before its PDF is done fails it, and takes no other', async () => {
  const worker = startPrintWorker()
  const printed = worker.print(documentOf('a'), () => {})
  await Promise.all([worker.close(), expect(printed).rejects.toThrow('has ended')])
  expect(worker.hasEnded()).toBe(true)
  await expect(worker.print(documentOf('b'), () => {})).rejects.toThrow()
  await worker.close()
})

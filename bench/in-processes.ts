import { fork } from 'node:child_process'
import type { PaceOrder, PaceReport } from './pace-worker.ts'

/** Has a process do each order, and puts together what they tell. */
export async function inProcesses(orders: readonly PaceOrder[]): Promise<PaceReport> {
  const reports = await Promise.all(orders.map(inProcess))
  const kinds = new Set(reports.flatMap(({ tookMs }) => Object.keys(tookMs)))
  return {
    tookMs: Object.fromEntries([...kinds].map((kind) => [kind, reports.flatMap(({ tookMs }) => tookMs[kind] ?? [])])),
    failures: reports.flatMap(({ failures }) => failures),
    again: reports.reduce((sum, { again }) => sum + again, 0),
    finished: reports.reduce((sum, { finished }) => sum + finished, 0),
    processorMs: reports.reduce((sum, { processorMs }) => sum + processorMs, 0),
  }
}

function inProcess(order: PaceOrder): Promise<PaceReport> {
  const child = fork(new URL('./pace-worker.ts', import.meta.url), { execArgv: [] })
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as PaceReport))
    child.once('exit', (code) => reject(new Error(`A process of learners ended with ${code}.`)))
    child.send(order)
  })
}

import { collectDefaultMetrics, type Registry } from 'prom-client'
import { openMetricsRegister } from './open-metrics-register.ts'

let register: Registry | undefined

/**
 * The figures of this process: memory, event loop, garbage collection. There is one register of them, because the library watches the
 * event loop and garbage collection from then on to the end of the process, and holds the register for as long.
 */
export const processFigures = (): Registry => {
  if (!register) {
    register = openMetricsRegister()
    collectDefaultMetrics({ register })
  }
  return register
}

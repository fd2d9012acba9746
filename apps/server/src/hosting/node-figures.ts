import { Gauge, type Registry } from 'prom-client'
import { databaseUp } from '../watching/gauges.ts'
import { mergeFigures } from '../watching/merge-figures.ts'
import { openMetricsRegister } from '../watching/open-metrics-register.ts'
import { processFigures } from '../watching/process-figures.ts'

/** The figures of a process that serves several databases. */
export interface NodeFigures {
  /** The lines of the list that could not be used when they were read last, by name; the list as a whole has an empty one. */
  readonly faults: Set<string>
  /** A register for what is served of a database from now on; its label says whose the figures are, as `--database` names it. */
  begin(name: string): Registry
  /** Nothing is told any more of the database of this name. */
  end(name: string): void
  /** All of them, in the OpenMetrics form. */
  all(): Promise<string>
}

interface Databases {
  /** Of all that are to be served. */
  names(): readonly string[]
  isServed(name: string): boolean
}

export const createNodeFigures = ({ names, isServed }: Databases): NodeFigures => {
  const ofProcess = processFigures()
  const ofNode = openMetricsRegister()
  const faults = new Set<string>()
  const registers = new Map<string, Registry>()
  const away = new Gauge({ ...databaseUp, labelNames: ['database'], registers: [ofNode] })
  new Gauge({
    name: 'sitwell_databases_faulty',
    help: 'Lines of SITWELL_DATABASES that could not be used when they were read last; the file as a whole is one more.',
    registers: [ofNode],
    collect() {
      this.set(faults.size)
    },
  })
  return {
    faults,
    begin: (name) => {
      const register = openMetricsRegister()
      register.setDefaultLabels({ database: name })
      registers.set(name, register)
      return register
    },
    end: (name) => void registers.delete(name),
    all: async () => {
      // What isn't served has no figures of its own that could say so.
      away.reset()
      for (const name of names()) if (!isServed(name)) away.set({ database: name }, 0)
      const own = [...registers].flatMap(([name, register]) => (isServed(name) ? [register] : []))
      return mergeFigures(await Promise.all([ofProcess, ofNode, ...own].map((one) => one.metrics())))
    },
  }
}

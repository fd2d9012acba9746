import { readdirSync, readFileSync } from 'node:fs'
import type { Usage } from '../sum-up/stage-result.ts'

/** Processor time is counted in these a second (`getconf CLK_TCK`, the same on every Linux that Node runs on). */
const ticksPerSecond = 100
const lookEveryMs = 5000

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Of a line of /proc/PID/stat, what comes after the name, which may hold spaces. */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

/** A process, and all that came of it. */
function familyOf(pid: number): { pid: number; ticks: number }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    const fields = /^\d+$/.test(name) ? fieldsOf(read(`/proc/${name}/stat`)) : []
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number)
    return fields.length > 1 ? [{ pid: Number(name), parent: Number(fields[1]), ticks: utime + stime + cutime + cstime }] : []
  })
  const children = Map.groupBy(all, ({ parent }) => parent)
  const family = all.filter((one) => one.pid === pid)
  for (const one of family) family.push(...(children.get(one.pid) ?? []))
  return family
}

const megabytesOf = (pid: number) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

/** Measures a process and its descendants until it is stopped. If there is no /proc, it counts the seconds alone. */
export function measureUsage(pid: number, everyMs = lookEveryMs): { readonly soFar: () => Usage; readonly stop: () => void } {
  const begunMs = performance.now()
  let ticks = 0
  let peakMegabytes = 0
  const look = () => {
    const family = familyOf(pid)
    const sum = (of: (one: (typeof family)[number]) => number) => family.reduce((all, one) => all + of(one), 0)
    // What a process took that ended without its parent asking for it is no longer counted.
    ticks = Math.max(
      ticks,
      sum((one) => one.ticks),
    )
    peakMegabytes = Math.max(
      peakMegabytes,
      sum((one) => megabytesOf(one.pid)),
    )
  }
  const timer = process.platform === 'linux' ? setInterval(look, everyMs) : undefined
  return {
    soFar: () => {
      const seconds = (performance.now() - begunMs) / 1000
      return { seconds, cores: ticks / ticksPerSecond / seconds, peakMegabytes }
    },
    stop: () => clearInterval(timer),
  }
}

/** Changes that are kept: a report says how its mistake came about, not the whole day. */
const longest = 40

/** The last changes of state and page, to go with a report of a mistake (spec 1 §8). Names of states only: nothing typed, no token. */
export interface ErrorTrail {
  note(change: string): void
  text(): string
}

export const createErrorTrail = (nowMs: () => number): ErrorTrail => {
  const changes: string[] = []
  return {
    note: (change) => {
      const entry = `${new Date(nowMs()).toISOString()} ${change}`
      if (changes.at(-1)?.endsWith(` ${change}`) === true) return
      changes.push(entry)
      if (changes.length > longest) changes.shift()
    },
    text: () => changes.join('\n'),
  }
}

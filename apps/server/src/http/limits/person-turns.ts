/** What the requests of one person may take of this server at a time. */
export interface PersonLimits {
  /** Requests that are worked on together; the others wait for their turn. */
  readonly atOnce: number
  /** Requests that are under way, those among them that wait. */
  readonly underWay: number
  /** Bytes of the bodies of these. */
  readonly bodyBytes: number
}

const mebibyte = 1024 * 1024

/**
 * A player has one save on its way, and some ten requests when it starts; a browser has six connections to a server, and a learner may have
 * several tabs open. The largest body of a call is 4 MiB.
 */
export const personLimits: PersonLimits = { atOnce: 4, underWay: 64, bodyBytes: 16 * mebibyte }

/** One request of a person. */
export interface PersonRequest {
  /** Resolves when it may be worked on. Asked for a second time it answers at once. */
  turn(): Promise<void>
  /** Its work is over: the next one has its turn. */
  done(): void
  /** Its connection is closed. A request that has come whole is worked on anyway. */
  gone(): void
}

export interface PersonTurns {
  /** Undefined if the person has too much under way; to be asked before a byte of the body is read. */
  admit(person: string, bodyBytes: number): PersonRequest | undefined
}

interface Person {
  underWay: number
  bodyBytes: number
  working: number
  readonly waiting: (() => void)[]
}

/** Shares this process among people: however many requests one of them makes, those of the others come between. */
export const createPersonTurns = (limits: PersonLimits = personLimits): PersonTurns => {
  const people = new Map<string, Person>()
  return {
    admit: (name, bodyBytes) => {
      const person = people.get(name) ?? { underWay: 0, bodyBytes: 0, working: 0, waiting: [] }
      // A single body is never too much, whatever its call takes.
      const isTooMuch = person.underWay > 0 && person.bodyBytes + bodyBytes > limits.bodyBytes
      if (person.underWay >= limits.underWay || isTooMuch) return undefined
      people.set(name, person)
      person.underWay += 1
      person.bodyBytes += bodyBytes
      let asked: Promise<void> | undefined
      let isDone = false
      const begin = (): Promise<void> => {
        if (person.working < limits.atOnce) {
          person.working += 1
          return Promise.resolve()
        }
        return new Promise((resolve) => person.waiting.push(resolve))
      }
      const done = () => {
        if (isDone) return
        isDone = true
        person.underWay -= 1
        person.bodyBytes -= bodyBytes
        if (person.underWay === 0) people.delete(name)
        if (!asked) return
        // The turn goes to the next one as it is.
        const next = person.waiting.shift()
        if (next) next()
        else person.working -= 1
      }
      return {
        turn: () => {
          asked ??= begin()
          return asked
        },
        done,
        gone: () => {
          if (!asked) done()
        },
      }
    },
  }
}

import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { DialectName } from '../db/database.ts'
import { startTestServer, type TestServer, type TestServerWishes } from './start-test-server.ts'
import { createTestClock } from './test-clock.ts'
import { arrange, countOrganisations, signIn, sitExam, type World } from './test-world.ts'

type Wanted = Omit<Parameters<typeof arrange>[1] & object, 'orgId'>

interface SuiteWishes extends Omit<TestServerWishes, 'database' | 'clock'> {
  /** The server's clock stands still, and continues by `pass` alone. */
  readonly isClockHeld?: boolean
  /**
   * What to arrange before each test, for a prefix of guids: its own organisation, whose learner sits the exam, and whose
   * invigilator is signed in if it has one. Nothing is arranged unless it is given.
   */
  readonly eachSits?: (prefix: string) => Wanted
}

/**
 * What the tests of a suite share. All of it may be destructured at once: it is read when a test runs. `clock` and `pass` are the
 * server's if `isClockHeld`.
 */
interface Suite extends ReturnType<typeof createTestClock> {
  readonly database: DialectName
  readonly server: TestServer
  /** A number that no other organisation of this server has. */
  nextOrgId(): number
  /** Of `eachSits`. */
  readonly world: World
  readonly learner: Awaited<ReturnType<typeof sitExam>>
  readonly invigilator: { readonly token: string }
}

/** Reads each field of `names` when it is asked for. */
const whenAsked = <T extends object>(what: string, names: readonly (keyof T & string)[], read: () => T | undefined): T => {
  const one = {}
  for (const name of names)
    Object.defineProperty(one, name, {
      enumerable: true,
      get: () => {
        const held = read()
        if (!held) throw new Error(`There is no ${what} yet, or the suite asks for none.`)
        return held[name]
      },
    })
  // Boundary: `names` are all the fields of T.
  return one as T
}

/** A suite on each of these databases, `%s` of its title, with its own server, which is stopped after the last test. */
export const describeOnEach = (
  databases: readonly DialectName[],
  title: string,
  { isClockHeld = false, eachSits, ...wishes }: SuiteWishes,
  define: (suite: Suite) => void,
): void =>
  describe.each(databases)(title, (database) => {
    const { clock, pass } = createTestClock()
    let server: TestServer | undefined
    let world: World | undefined
    let learner: Suite['learner'] | undefined
    let invigilator: Suite['invigilator'] | undefined
    const nextOrgId = countOrganisations()

    const live = whenAsked<TestServer>('server', ['origin', 'db', 'clock', 'config', 'stop'], () => server)
    beforeAll(async () => {
      server = await startTestServer({ database, ...(isClockHeld && { clock }), ...wishes })
    })
    afterAll(() => server?.stop())
    if (eachSits)
      beforeEach(async () => {
        const orgId = nextOrgId()
        const wanted = eachSits(`o${orgId}`)
        world = await arrange(live, { ...wanted, orgId })
        learner = await sitExam(live, world)
        invigilator = wanted.invigilated ? { token: (await signIn(live, world, 'invigilator')).access_token } : undefined
      })

    define({
      ...{ database, clock, pass, server: live, nextOrgId },
      world: whenAsked<World>('world', ['orgId', 'prefix', 'entry'], () => world),
      learner: whenAsked<Suite['learner']>('learner', ['token', 'formRunGuid'], () => learner),
      invigilator: whenAsked<Suite['invigilator']>('invigilator', ['token'], () => invigilator),
    })
  })

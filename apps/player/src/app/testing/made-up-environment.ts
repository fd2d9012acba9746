import { type Answer, type MadeUpEnvironment, madeUpEnvironment as madeUp } from '@sitwell/app-core/testing/made-up-environment'
import type { PlayerEnvironment } from '../environment.ts'

export { type Answer, startingServer } from '@sitwell/app-core/testing/made-up-environment'

/** The player's environment without a browser and without a form that the server drew. */
export const madeUpEnvironment = (
  address: string,
  answer: Answer,
  parts: Partial<PlayerEnvironment> = {},
): PlayerEnvironment & MadeUpEnvironment => ({
  ...madeUp(address, answer),
  servedForm: {
    isThere: () => false,
    values: () => ({}),
    untilComposed: async () => {},
    giveWay: () => {},
    take: () => undefined,
  },
  ...parts,
})

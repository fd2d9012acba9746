import type { World } from '../../e2e/arrange.ts'
import type { Chance } from '../chance.ts'
import { inRealm } from '../fast/simulated-time.ts'
import { beginSitting } from './staff-world.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** By the harness's clock, whoever asks. */
const trueNowMs = () => inRealm(undefined, () => Date.now())

/** A learner who writes now and then, and whose network goes away for a while. */
export const openSitter = async (
  { world, isServed }: { readonly world: World; isServed(): boolean },
  username: string,
  chance: Chance,
) => {
  const sitting = await beginSitting(world, username)
  let heardMs = trueNowMs()
  let isAsking = false
  let isWorking = true
  const work = async () => {
    for (let number = 1; isWorking; number += 1) {
      // Every fourth time the network is away for longer than it takes to be noticed.
      await wait(chance.isTrue(0.25) ? chance.whole(20_000, 90_000) : chance.whole(500, 8000))
      // What a server refuses it has heard, and so may one have that is killed before its reply.
      if (!isServed()) continue
      isAsking = true
      await sitting.write(`Because of ${number}.`).catch(() => false)
      isAsking = false
      heardMs = trueNowMs()
    }
  }
  void work()
  return {
    ...{ username, scheduleGuid: sitting.scheduleGuid, formRunGuid: sitting.formRunGuid },
    /** The last moment (Unix ms) at which the server may have heard of them. */
    heardUntilMs: () => (isAsking ? trueNowMs() : heardMs),
    rest: () => {
      isWorking = false
    },
  }
}

export type Sitter = Awaited<ReturnType<typeof openSitter>>

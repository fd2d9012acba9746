import { type Call, calls, errorReply } from '@sitwell/contract'
import type { Names } from '../../apps/server/src/testing/sample-input.ts'
import { type Chance, chanceOf } from '../../chaos/chance.ts'
import { changeInput } from './change-input.ts'
import { likelyInput } from './likely-input.ts'
import type { AttackedPlace } from './place.ts'
import { type AttackAnswer, ask, connections, requestOf } from './request.ts'

export interface FuzzCounts {
  calls: number
  readonly byStatus: Map<number, number>
  /** Calls of the contract that succeeded at least once. */
  readonly succeeded: Set<string>
  /** Answers that took longer than a second, of the slowest's milliseconds. */
  slow: number
  slowestMs: number
}

export interface FuzzWishes {
  readonly count: number
  readonly seed: number
  /** Calls under way at once. */
  readonly atOnce: number
  /** Told after each thousand. */
  readonly onThousand?: (counts: FuzzCounts) => void
}

/** What a call may say when the machine around it can't, which here it never can: PDFs aren't made, and no provider is there. */
const isOfPlace = (answer: AttackAnswer) => answer.status === 503 && /"(BUSY|PROCTORING_UNAVAILABLE)"/.test(answer.text)

/** The problems with an answer, whatever was asked; undefined if nothing is. */
export const wrongIn = (answer: AttackAnswer): string | undefined => {
  if (answer.status >= 500 && !isOfPlace(answer)) return `answered ${answer.status}`
  if (answer.isSniffed) return 'let a browser guess what it is'
  if (answer.mediaType.startsWith('text/html') && /<img src=x onerror|<script>hurt|<svg onload/i.test(answer.text))
    return 'answered a page with a script of somebody else'
  if (answer.status < 400) return undefined
  try {
    return errorReply.safeParse(JSON.parse(answer.text)).success ? undefined : 'refused in another shape than that of errors'
  } catch {
    return 'refused in no JSON'
  }
}

const addressOf = (chance: Chance) => `10.${chance.whole(0, 255)}.${chance.whole(0, 255)}.${chance.whole(1, 254)}`

/** Makes calls of the contract with input that is wrong in ways that follow from the seed; answers what was found. */
export const fuzz = async (place: AttackedPlace, { count, seed, atOnce, onThousand }: FuzzWishes) => {
  const { server, tokens } = place
  const counts: FuzzCounts = { calls: 0, byStatus: new Map(), succeeded: new Set(), slow: 0, slowestMs: 0 }
  const findings: string[] = []
  const chance = chanceOf(seed)
  const agent = connections(atOnce)
  const all: readonly Call[] = Object.values(calls)
  /** Made from the call's description, which takes long, and kept until the learner has other things. */
  let samples = new Map<string, object>()
  const sampleOf = (call: Call, whose: string, names: Names) => {
    const key = `${call.name} ${whose}`
    const sample = samples.get(key) ?? likelyInput(call, names)
    samples.set(key, sample)
    return sample
  }
  // Of half of the calls it is the learner who has an exam open: behind the wall there is most to break.
  const kinds = [...tokens.keys()].map((kind) => [kind, kind === 'the learner' ? tokens.size - 1 : 1] as const)
  const one = async (number: number) => {
    const call = chance.pick(all)
    const names = place.names()
    const sample = chance.isTrue(0.2)
      ? sampleOf(call, 'other', { ...names, userguid: 'o1-other', userid: 2 })
      : sampleOf(call, 'own', names)
    const input = changeInput(sample, chance)
    const kind = chance.weighted(kinds)
    const request = requestOf(call, input, { token: tokens.get(kind), address: addressOf(chance), chance })
    const begunMs = performance.now()
    const context = () => `call ${number} of seed ${seed}: ${call.name} by ${kind}`
    const sent = () => `${request.method} ${request.path.slice(0, 300)} ${request.body?.slice(0, 500) ?? ''}`
    try {
      const answer = await ask(server.origin, agent, request)
      counts.byStatus.set(answer.status, (counts.byStatus.get(answer.status) ?? 0) + 1)
      if (answer.status < 300) counts.succeeded.add(call.name)
      const wrong = wrongIn(answer)
      if (wrong) findings.push(`${context()} ${wrong}: ${answer.text.slice(0, 200)}\n    ${sent()}`)
    } catch (error) {
      findings.push(`${context()} got no answer: ${String(error)}\n    ${sent()}`)
    }
    const tookMs = performance.now() - begunMs
    if (tookMs > 1000) counts.slow += 1
    counts.slowestMs = Math.max(counts.slowestMs, tookMs)
  }
  while (counts.calls < count && findings.length < 50) {
    const thousand = Math.min(1000, count - counts.calls)
    let next = counts.calls
    const until = next + thousand
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < until) {
          next += 1
          await one(next)
        }
      }),
    )
    counts.calls = until
    onThousand?.(counts)
    await place.renew()
    samples = new Map()
  }
  agent.destroy()
  return { counts, findings }
}

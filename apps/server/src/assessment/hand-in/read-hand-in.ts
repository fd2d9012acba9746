import { type HandInFile, handInFile, handInFormat, handInVersion } from '@sitwell/contract'
import { canonicalJson, handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import type { Keys } from '../../keys.ts'
import { sha256 } from '../../sha256.ts'
import { handInSecretOf } from '../schedules/index.ts'

/** A file of answers that was read, and may be taken. */
export interface ReadHandIn {
  readonly file: HandInFile
  /** The SHA-256 of what is in it, which names it in ledger and history. */
  readonly hash: string
  /** Its seal is the one that the learner's own browser makes. Else it has none. */
  readonly isSealed: boolean
}

/** Why it isn't taken, in words that say what to do. */
export interface NotRead {
  readonly why: string
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const withoutSeal = ({ seal: _, ...content }: Readonly<Record<string, unknown>>) => content

const copyAgain = 'Have the learner save it again on their device, and bring it without opening it in another program.'

/** Reads a file of answers, and holds it against its seal. `allowsUnsealed`: staff take one without. */
export const readHandIn = async (
  text: string,
  { keys, orgId, allowsUnsealed }: { readonly keys: Keys; readonly orgId: number; readonly allowsUnsealed: boolean },
): Promise<ReadHandIn | NotRead> => {
  const content = parsed(text)
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { why: `It isn't whole, or no file of answers at all: it can't be read as JSON. ${copyAgain}` }
  const fields: Readonly<Record<string, unknown>> = { ...content }
  if (fields.format !== handInFormat)
    return { why: 'It is no file of answers: those are saved on the last page of an exam, or where a session ends.' }
  if (typeof fields.formatVersion === 'number' && fields.formatVersion > handInVersion)
    return { why: 'A newer player has made it: take it with the newest version of Sitwell.' }
  const read = handInFile.safeParse(fields)
  if (!read.success) {
    const [issue] = read.error.issues
    return { why: `Something in it isn't as the player writes it (${issue?.path.join('.') ?? ''}). ${copyAgain}` }
  }
  const file = read.data
  if (file.orgId !== orgId)
    return {
      why: `It is of organisation ${file.orgId}, not of ${orgId}: sitwell hand-in --org ${file.orgId} takes it, on the server of that one.`,
    }
  const hash = sha256(canonicalJson(withoutSeal(fields)))
  if (file.seal === undefined)
    return allowsUnsealed
      ? { file, hash, isSealed: false }
      : {
          why: 'It has no seal: nothing shows that the learner’s own browser made it. --unsealed takes it all the same, and all of it waits to be reviewed.',
        }
  const owner = { org_id: file.orgId, user_guid: file.learner.guid, schedule_guid: file.scheduleGuid }
  const { subtle } = globalThis.crypto
  const seals = await Promise.all(keys.accepted.map((by) => handInSeal(fields, handInSecretOf(by, owner), subtle)))
  if (!seals.includes(file.seal))
    return {
      why: `Its seal doesn't hold: it was changed after the learner's browser had made it, or the server has another secret by now than then. ${copyAgain} Where the secret was changed, take the seal out of the file and use --unsealed: all of it waits to be reviewed then.`,
    }
  return { file, hash, isSealed: true }
}

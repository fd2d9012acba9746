import { judgeAnnounced } from '@sitwell/exam/answers/announced-file'
import type { LateReason, LateRules } from '@sitwell/exam/answers/late-answers'
import type { Kysely } from 'kysely'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import type { AnnouncedFileTable, FormRunTable, Schema } from '../db/schema.ts'
import { type FileArrival, type FileJudgement, isBetter, judgeFile } from './judge-file.ts'

/** Judges the bytes of a file: by when they come, or by its announcement where that is better for it. */
export const judgeBytes = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  loaded: LoadedExam,
  arrival: FileArrival & { readonly announced: AnnouncedFileTable | undefined },
  rules: LateRules,
): Promise<FileJudgement> => {
  const { announced, receivedMs } = arrival
  const judged = await judgeFile(kysely, run, loaded, arrival, rules)
  if (!announced) return judged
  const byHash = judgeAnnounced(
    {
      announced: {
        verdict: announced.verdict,
        // Written by this server from a judgement.
        reason: announced.judged as LateReason,
        ...(announced.typed_at !== null && { typedMs: announced.typed_at }),
      },
      receivedMs,
      endMs: judged.lastEndMs,
      completedMs: run.completed_at ?? undefined,
      isMarkShown: run.marks_told_at !== null,
    },
    rules,
  )
  const announcedFirst: FileJudgement = {
    ...judged,
    ...byHash,
    bar: undefined,
    isInPause: announced.in_pause === 1,
    evidence: { ...judged.evidence, announcedMs: announced.announced_at, announced: JSON.parse(announced.evidence) },
  }
  return isBetter(announcedFirst, judged) ? announcedFirst : judged
}

import type { FormRunTable } from '../../db/schema.ts'

/** The last hash of a form run's ledger, for somebody to keep elsewhere. */
export interface LedgerHead {
  readonly formRunGuid: string
  /** Of the event that it is the hash of. */
  readonly number: number
  readonly hash: string
}

const version = 'sitwell-head-1'

/** Undefined if the ledger has no hash yet. */
export const headOf = (run: FormRunTable): LedgerHead | undefined =>
  run.ledger_hash === null ? undefined : { formRunGuid: run.form_run_guid, number: run.last_event, hash: run.ledger_hash }

export const writeHead = ({ formRunGuid, number, hash }: LedgerHead): string => [version, formRunGuid, number, hash].join('/')

/** Reads such a line; undefined if it is none. */
export const readHead = (line: string): LedgerHead | undefined => {
  const [found, formRunGuid = '', number = '', hash = '', ...more] = line.trim().split('/')
  const isWhole =
    found === version &&
    more.length === 0 &&
    /^[\w.:-]{1,128}$/.test(formRunGuid) &&
    /^[1-9]\d{0,8}$/.test(number) &&
    /^[0-9a-f]{64}$/.test(hash)
  return isWhole ? { formRunGuid, number: Number(number), hash } : undefined
}

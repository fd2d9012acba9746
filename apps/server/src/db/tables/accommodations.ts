import type { Flag, Instant } from './columns.ts'

/**
 * A version of an accommodation. The highest one counts; a withdrawal is a version too. None is ever changed or removed, but with all that is
 * known of its person.
 */
export interface AccommodationTable {
  org_id: number
  accommodation_id: string
  /** Counts from 1. */
  version: number
  user_guid: string
  /** Extra time: a percentage, or minutes; one of the two at most. */
  extra_percent: number | null
  extra_minutes: number | null
  /** The allowance of rest breaks in an exam. */
  rest_minutes: number | null
  /** Percent of the usual size of texts. */
  text_percent: number | null
  /** Name of a theme. */
  theme: string | null
  /** Supports that they are offered, as JSON; null for none. */
  supports: string | null
  /** The supports hold also where the exam or its schedule leaves them out. */
  opens_supports: Flag | null
  /** The days on which it is in force, `YYYY-MM-DD`, the last one included. */
  from_day: string
  until_day: string | null
  /** Who approved it, as it was typed: often nobody with an account here. */
  approved_by: string
  approved_on: string
  /** What it is based on, in words; it may be about somebody's health. */
  basis: string
  note: string
  is_withdrawn: Flag
  /** Why it was changed or withdrawn; empty in the first version. */
  reason: string
  /** Guid of a person. */
  written_by: string
  written_at: Instant
  /** All sittings that were under way when it was written have it, those that began at that very moment too. */
  is_settled: Flag
}

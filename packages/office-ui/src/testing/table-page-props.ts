import type { LiveTable } from '../table/live-table.ts'
import type { MadeUpPerson } from './made-up-people.ts'

/** What a test asks the table's page to show. */
export interface TablePageProps {
  /** People that the made-up server has. */
  readonly people: number
  /** Rows of a page; 100 unless given. */
  readonly pageSize?: number
  /** How the made-up server behaves: it answers, never answers, or fails at the first page or at later ones. */
  readonly server?: 'answers' | 'waits' | 'fails' | 'failsLater'
  readonly hasFilters?: boolean
  /** The person turned single-key shortcuts off. */
  readonly hasNoShortcuts?: boolean
  readonly isStale?: boolean
  readonly isDisconnected?: boolean
  readonly isLive?: boolean
}

declare global {
  interface Window {
    /** The live table of the page, for a test to update. */
    liveTable?: LiveTable<MadeUpPerson>
    /** Selected keys at the last press of the action. */
    actedOn?: readonly string[]
  }
}

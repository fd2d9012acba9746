import type { DocumentPlace } from '@sitwell/exam/media/pdf-view'

/** The documents of a form run as its learner reads them. */
export interface ReadDocuments {
  /** The one that is open. */
  open(): string | undefined
  setOpen(document: string | undefined): void
  /** Part of the width that a source has beside its question, from 0 to 1; undefined until the learner has moved it. */
  share(): number | undefined
  setShare(share: number): void
  /** Part of the height that a source has above its question, from 0 to 1; undefined until the learner has moved it. */
  height(): number | undefined
  setHeight(height: number): void
  placeIn(document: string): DocumentPlace | undefined
  keepPlace(document: string, place: DocumentPlace): void
  /** All of it, as it is kept in this browser. */
  all(): StoredDocuments
}

/** Documents are named by their address without what lets somebody load them. */
export interface StoredDocuments {
  readonly open?: string | undefined
  readonly share?: number | undefined
  readonly height?: number | undefined
  readonly places: Readonly<Record<string, DocumentPlace>>
}

/** Milliseconds after which a place that was scrolled to is kept. */
const keepPlaceMs = 500

export const createReadDocuments = (stored: StoredDocuments | undefined, onChange: () => void): ReadDocuments => {
  const places = new Map(Object.entries(stored?.places ?? {}))
  let open = stored?.open
  let share = stored?.share
  let height = stored?.height
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    open: () => open,
    setOpen(document) {
      open = document
      onChange()
    },
    share: () => share,
    setShare(changed) {
      share = changed
      onChange()
    },
    height: () => height,
    setHeight(changed) {
      height = changed
      onChange()
    },
    placeIn: (document) => places.get(document),
    keepPlace(document, place) {
      places.set(document, place)
      clearTimeout(timer)
      timer = setTimeout(onChange, keepPlaceMs)
    },
    all: () => ({
      ...(open !== undefined && { open }),
      ...(share !== undefined && { share }),
      ...(height !== undefined && { height }),
      places: Object.fromEntries(places),
    }),
  }
}

import type { PanelUploads } from '@sitwell/question-types/panels'
import { createListeners } from '@sitwell/request-queue/listeners'

/** What the upload panel does for the question that it stands beside. */
export interface FilePlace {
  choose(file: File, onTaken: (name: string) => void): void
  takeBack(name: string): void
}

/** Between a question in which files are chosen and the panel beside it, which may come only now, with that question or its code. */
export interface FileDesk extends PanelUploads {
  /** The panel is there. Resolves what was chosen before; gives what takes it away again. */
  attach(place: FilePlace): () => void
  /** What the panel knows of the form run's files. */
  tell(names: ReadonlySet<string> | undefined): void
}

export const createFileDesk = (): FileDesk => {
  const listeners = createListeners<void>()
  let place: FilePlace | undefined
  let known: ReadonlySet<string> | undefined
  let waiting: ((there: FilePlace) => void)[] = []
  const ask = (wish: (there: FilePlace) => void) => {
    if (place) wish(place)
    else waiting.push(wish)
  }
  return {
    choose: (file, onTaken) => ask((there) => there.choose(file, onTaken)),
    takeBack: (name) => ask((there) => there.takeBack(name)),
    names: () => known,
    subscribe: listeners.add,
    attach(there) {
      place = there
      const wishes = waiting
      waiting = []
      for (const wish of wishes) wish(there)
      return () => {
        if (place === there) place = undefined
      }
    },
    tell(names) {
      if (names === known || (names && known?.size === names.size && [...names].every((name) => known?.has(name)))) return
      known = names
      listeners.tell()
    },
  }
}

import type { FilmMessageId } from '@sitwell/i18n/message-ids'
import { useEffect, useState } from 'react'
import { hasFile } from '../media/use-medium.ts'

/** Whether the file of a film can be had: a browser says the same of one that it can't load and of one that it can't play. */
const isThere = async (film: HTMLMediaElement): Promise<boolean> => {
  try {
    // One byte tells: a film may be large.
    const answer = await fetch(film.currentSrc, { headers: { range: 'bytes=0-0' } })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

const whyFailed = async (film: HTMLMediaElement): Promise<FilmMessageId> => {
  if (!hasFile(film)) return 'film.missing'
  return (await isThere(film)) ? 'film.notPlayed' : 'film.notLoaded'
}

/** Why a film isn't played, once that is known; undefined as long as it can be. */
export const useWhyFailed = (film: () => HTMLMediaElement | null, isFailed: boolean): FilmMessageId | undefined => {
  const [why, setWhy] = useState<FilmMessageId>()
  const filmNow = isFailed ? film() : null
  useEffect(() => {
    setWhy(undefined)
    if (!filmNow) return
    let isCurrent = true
    void whyFailed(filmNow).then((found) => isCurrent && setWhy(found))
    return () => {
      isCurrent = false
    }
  }, [filmNow])
  return why
}

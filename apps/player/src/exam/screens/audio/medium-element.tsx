import type { MediaHTMLAttributes, RefObject } from 'react'

/** What plays a recording; it shows no controls of its own. */
export const MediumElement = ({
  element,
  isFilm,
  captions,
  ...playing
}: MediaHTMLAttributes<HTMLMediaElement> & {
  readonly element: RefObject<HTMLMediaElement | null>
  readonly isFilm: boolean
  /** Where its words are loaded from, WebVTT. */
  readonly captions: string | undefined
}) => {
  const hold = (one: HTMLMediaElement | null) => {
    element.current = one
  }
  const track = captions !== undefined && <track kind="captions" src={captions} />
  if (isFilm)
    return (
      <video
        ref={hold}
        preload="auto"
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        controlsList="nodownload"
        onContextMenu={(event) => event.preventDefault()}
        {...playing}
      >
        {track}
      </video>
    )
  return (
    <audio ref={hold} preload="auto" {...playing}>
      {track}
    </audio>
  )
}

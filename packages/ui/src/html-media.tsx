import { type ComponentType, type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ContentMedia } from './html-reading.tsx'

interface Placed {
  readonly element: ContentMedia
  /** Stands right behind it. */
  readonly host: HTMLElement
}

/** What is one control as a whole: another one in it would belong to its name, and be pressed with it. */
const wholes = 'label, button, a, [role="button"], [role="option"], [draggable="true"]'

/** Whether there may be something in a text that {@link HtmlMedia} is for; most have nothing. */
export const mayHoldMedia = (cleaned: string): boolean => /<(?:img|audio|video)\b/i.test(cleaned)

/** Controls behind each picture, sound and film of a text that was cleaned and is in `root`. */
export const HtmlMedia = ({
  root,
  cleaned,
  Controls,
}: {
  readonly root: RefObject<HTMLElement | null>
  readonly cleaned: string
  readonly Controls: ComponentType<{ readonly element: ContentMedia }>
}) => {
  const [placed, setPlaced] = useState<readonly Placed[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has others
  useLayoutEffect(() => {
    if (!root.current) return
    const found = [...root.current.querySelectorAll<ContentMedia>('img, audio, video')].filter(
      (element) => !element.closest(wholes),
    )
    const next = found.map((element) => {
      const host = document.createElement('span')
      host.dataset.controls = ''
      element.after(host)
      return { element, host }
    })
    setPlaced(next)
    return () => {
      setPlaced([])
      for (const { host } of next) host.remove()
    }
  }, [root, cleaned])
  return placed.map(({ element, host }, index) => createPortal(<Controls element={element} />, host, String(index)))
}

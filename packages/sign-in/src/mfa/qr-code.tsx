import { useEffect, useState } from 'react'
import styles from './mfa.module.css'

/** Light modules around a code, without which a camera doesn't find it. */
const quietZone = 4

interface Drawing {
  readonly size: number
  readonly path: string
}

/** Drawn here: the secret in it goes to nobody. */
const draw = async (content: string): Promise<Drawing> => {
  const { create } = await import('qrcode')
  const { modules } = create(content, { errorCorrectionLevel: 'M' })
  const dark = Array.from(modules.data, (bit, place) => ({ bit, x: place % modules.size, y: Math.floor(place / modules.size) }))
  const path = dark.flatMap(({ bit, x, y }) => (bit === 0 ? [] : [`M${x + quietZone} ${y + quietZone}h1v1h-1z`])).join('')
  return { size: modules.size + 2 * quietZone, path }
}

/** A QR code, black on white in every theme. */
export const QrCodeImage = ({ content, label }: { readonly content: string; readonly label: string }) => {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let isCurrent = true
    void draw(content).then(
      (drawn) => isCurrent && setDrawing(drawn),
      // The secret stands beside it as text.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [content])
  const size = drawing?.size ?? 1
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-testid="qr"
      data-drawn={drawing !== undefined}
    >
      <rect width={size} height={size} fill="#fff" />
      {drawing !== undefined && <path d={drawing.path} fill="#000" />}
    </svg>
  )
}

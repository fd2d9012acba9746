/** How large the browser's own setting makes texts: 1 for the 16 pixels that it comes with. Media queries in `em` go by the same. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

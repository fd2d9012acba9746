/** MathML without the frames that browsers don't draw: a line above becomes an accent, and what is in any other frame stays. */
export const withoutFrames = (mathMl: string): string =>
  mathMl
    .replace(
      /<menclose notation="top"[^>]*>((?:(?!<\/?menclose)[\s\S])*)<\/menclose>/g,
      '<mover><mrow>$1</mrow><mo>¯</mo></mover>',
    )
    .replace(/<\/?menclose[^>]*>/g, (tag) => (tag.startsWith('</') ? '</mrow>' : '<mrow>'))

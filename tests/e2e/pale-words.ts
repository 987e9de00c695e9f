import type { Page } from 'playwright-core'

interface OnPicture {
  readonly text: string
  readonly colour: readonly number[]
  readonly least: number
  readonly rects: readonly { x: number; y: number; width: number; height: number }[]
}

/** Words over a picture whose contrast with the pixels behind them is below WCAG 1.4.3. */
export const paleWords = async (page: Page): Promise<string[]> => {
  const words = await page.evaluate((): OnPicture[] => {
    window.scrollTo(0, 0)
    const pictures = [...document.querySelectorAll('main img')]
      .filter((image) => image.checkVisibility() && getComputedStyle(image).position === 'absolute')
      .map((image) => image.getBoundingClientRect())
    const range = document.createRange()
    return [...document.querySelectorAll<HTMLElement>('main h1, main p')].flatMap((element) => {
      if (!element.innerText.trim() || !element.checkVisibility()) return []
      range.selectNodeContents(element)
      const rects = [...range.getClientRects()]
        .filter(({ x, y, right, bottom }) => x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight)
        .filter((rect) =>
          pictures.some(
            ({ left, right, top, bottom }) =>
              rect.right > left && rect.left < right && rect.bottom > top && rect.top < bottom,
          ),
        )
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
      return rects.length === 0
        ? []
        : [
            {
              text: element.innerText,
              colour: color.match(/[\d.]+/g)?.map(Number) ?? [],
              least: isLarge ? 3 : 4.5,
              rects: rects.map(({ x, y, width, height }) => ({ x, y, width, height })),
            },
          ]
    })
  })
  if (words.length === 0) return []
  const hide = (isOn: boolean) =>
    page.evaluate((on) => {
      for (const element of document.querySelectorAll<HTMLElement>('main h1, main p')) {
        element.style.setProperty('-webkit-text-fill-color', on ? 'transparent' : '')
      }
    }, isOn)
  await hide(true)
  const all = words.flatMap(({ rects }) => rects)
  const left = Math.floor(Math.min(...all.map(({ x }) => x)))
  const top = Math.floor(Math.min(...all.map(({ y }) => y)))
  const width = Math.ceil(Math.max(...all.map((rect) => rect.x + rect.width))) - left
  const height = Math.ceil(Math.max(...all.map((rect) => rect.y + rect.height))) - top
  const clip = { x: left, y: top, width, height }
  // Decoded in the page itself: with a second one beside it a picture takes a second.
  const picture = (await page.screenshot({ animations: 'disabled', clip })).toString('base64')
  await hide(false)
  return page.evaluate(
    async ([base64, shown, from]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!canvas) throw new Error('This browser draws no pictures.')
      canvas.drawImage(bitmap, 0, 0)
      const part = (value: number) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
      const luminance = (red = 0, green = 0, blue = 0) =>
        0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
      return shown.flatMap(({ text, colour, least, rects }) => {
        const own = luminance(...colour)
        let worst = Number.POSITIVE_INFINITY
        for (const { x, y, width, height } of rects) {
          const { data } = canvas.getImageData(x - from.x, y - from.y, Math.max(1, width), Math.max(1, height))
          for (let at = 0; at < data.length; at += 4) {
            const ground = luminance(data[at], data[at + 1], data[at + 2])
            worst = Math.min(worst, (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05))
          }
        }
        return worst < least ? [`${text}: ${worst.toFixed(2)}`] : []
      })
    },
    [picture, words, clip] as const,
  )
}

/** Around the plot, in pixels: room for the marks above the scale, the axes' numbers and the dates. */
export const PLOT_MARGIN = { top: 14, right: 36, bottom: 28, left: 28 } as const

export const QuietLine = () => null

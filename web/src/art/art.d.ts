declare module 'art:*' {
  const url: string;
  export default url;
}

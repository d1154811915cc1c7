// Props that a test can change while something is mounted.

export function held<Props extends object>(props: Props): Props {
  let current = $state.raw(props);
  return new Proxy(props, {
    get: (_, name) => Reflect.get(current, name) as unknown,
    set: (_, name, value) => {
      current = { ...current, [name]: value as unknown };
      return true;
    },
  });
}

export const GraphView = () => <p>soon</p>;

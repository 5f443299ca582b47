/** How animals and seasons are drawn. */
import cherryBlossom from 'art:cherry-blossom';
import fish from 'art:fish';
import frog from 'art:frog';
import mapleLeaf from 'art:maple-leaf';
import snail from 'art:snail';
import snowflake from 'art:snowflake';
import sun from 'art:sun';
import dragonfly from './parts/art/dragonfly.svg';
import type { Season, Sign } from './types';

export const PICTURES: Record<Sign, string> = {
  frog,
  snail,
  fish,
  dragonfly,
  spring: cherryBlossom,
  summer: sun,
  autumn: mapleLeaf,
  winter: snowflake,
};

/** The field of a card; the sign of the season says the same without colour. */
export const FIELDS: Record<Season, string> = {
  spring: '#f9d0dc',
  summer: '#d3e6a2',
  autumn: '#f7ca93',
  winter: '#bfe0f4',
};

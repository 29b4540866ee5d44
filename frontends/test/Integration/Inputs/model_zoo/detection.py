"""Necks and heads of detectors, and how they decode boxes."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model_zoo.blocks import ConvNorm, attend, merge_heads, split_heads
from model_zoo.registry import floats, images, module


def conv(inputs, outputs, kernel=1, stride=1):
    """The convolution of all YOLOs."""
    return ConvNorm(inputs, outputs, kernel, stride, act=nn.SiLU)


class Bottleneck(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.cv1, self.cv2 = conv(channels, channels, 3), conv(channels, channels, 3)

    def forward(self, x):
        return x + self.cv2(self.cv1(x))


@module(**images(8))
class C2f(nn.Module):
    """YOLOv8: two halves, of which one goes through a chain of bottlenecks."""

    def __init__(self, hidden=6, count=2):
        super().__init__()
        self.cv1, self.cv2 = conv(8, 2 * hidden), conv((2 + count) * hidden, 10)
        self.m = nn.ModuleList(Bottleneck(hidden) for _ in range(count))

    def forward(self, x):
        y = list(self.cv1(x).chunk(2, 1))
        y.extend(m(y[-1]) for m in self.m)
        return self.cv2(torch.cat(y, 1))


@module(**images(8))
class CspStage(nn.Module):
    """CSPNet: a part of the channels goes around the bottlenecks."""

    def __init__(self):
        super().__init__()
        self.down, self.m = conv(8, 16, 3, 2), nn.Sequential(Bottleneck(8), Bottleneck(8))
        self.last = conv(16, 12)

    def forward(self, x):
        around, through = torch.split(self.down(x), [8, 8], dim=1)
        return self.last(torch.cat([self.m(through), around], dim=1))


@module(**images(8))
class ElanBlock(nn.Module):
    """YOLOv7 and v9: outputs of all depths are joined."""

    def __init__(self):
        super().__init__()
        self.cv1, self.cv2, self.cv3 = conv(8, 12), conv(6, 4, 3), conv(4, 4, 3)
        self.cv4 = conv(20, 8)

    def forward(self, x):
        y = list(self.cv1(x).split((6, 6), 1))
        y.append(self.cv2(y[-1]))
        y.append(self.cv3(y[-1]))
        return self.cv4(torch.cat(y, 1))


@module(**images(8))
class SpatialPyramidPooling(nn.Module):
    """YOLOv5's SPPF: maxima of growing windows by a chain."""

    def __init__(self):
        super().__init__()
        self.cv1, self.cv2 = conv(8, 8), conv(16, 12)
        self.m = nn.MaxPool2d(5, stride=1, padding=2)

    def forward(self, x):
        x, kept = self.cv1(x).tensor_split([4], dim=1)
        y1 = self.m(x)
        y2 = self.m(y1)
        return self.cv2(torch.cat((x, y1, y2, self.m(y2)), 1)) * kept.mean()


@module(**images(3))
class FocusStem(nn.Module):
    """YOLOv5's first layer: slices become channels."""

    def __init__(self):
        super().__init__()
        self.conv = conv(12, 16, 3)

    def forward(self, x):
        y = torch.cat((x[..., ::2, ::2], x[..., 1::2, ::2], x[..., ::2, 1::2],
                       x[..., 1::2, 1::2]), 1)
        small, large = self.conv(y).chunk(2, 1)
        return small + F.max_pool2d(large, 3, 1, 1)


@module(x=floats("batch", 8, 6, 4))
class Yolov5Head(nn.Module):
    """Boxes relative to a grid and to anchors."""

    def __init__(self, classes=3):
        super().__init__()
        self.classes, self.outputs = classes, classes + 5
        self.conv = nn.Conv2d(8, 3 * self.outputs, 1)
        self.register_buffer("anchors", torch.rand(3, 2) * 4 + 1)

    def forward(self, x):
        batch, _, rows, columns = x.shape
        y = self.conv(x).view(batch, 3, self.outputs, rows, columns).permute(0, 1, 3, 4, 2)
        y_grid, x_grid = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
        grid = torch.stack((x_grid, y_grid), 2).expand(1, 3, rows, columns, 2) - 0.5
        xy, wh, conf = y.sigmoid().split((2, 2, self.classes + 1), 4)
        xy = (xy * 2 + grid) * 8.0
        wh = (wh * 2) ** 2 * self.anchors.view(1, 3, 1, 1, 2)
        return torch.cat((xy, wh, conf), 4).view(batch, -1, self.outputs)


@module(fine=floats("batch", 8, 6, 4), coarse=floats("batch", 8, 3, 2))
class Yolov8Head(nn.Module):
    """Distances to the sides of boxes as means of distributions (DFL)."""

    BINS, CLASSES = 6, 4

    def __init__(self):
        super().__init__()
        self.outputs = 4 * self.BINS + self.CLASSES
        self.boxes = nn.ModuleList(nn.Conv2d(8, 4 * self.BINS, 1) for _ in range(2))
        self.scores = nn.ModuleList(nn.Conv2d(8, self.CLASSES, 1) for _ in range(2))
        self.dfl = nn.Conv2d(self.BINS, 1, 1, bias=False)

    def make_anchors(self, maps):
        points, strides = [], []
        for value, stride in zip(maps, (8.0, 16.0)):
            rows, columns = value.shape[2:]
            y, x = torch.meshgrid(torch.arange(rows).float() + 0.5,
                                  torch.arange(columns).float() + 0.5, indexing="ij")
            points.append(torch.stack((x, y), -1).view(-1, 2))
            strides.append(torch.full((rows * columns, 1), stride))
        return torch.cat(points).transpose(0, 1), torch.cat(strides).transpose(0, 1)

    def forward(self, fine, coarse):
        maps = [torch.cat((box(x), score(x)), 1)
                for box, score, x in zip(self.boxes, self.scores, (fine, coarse))]
        anchors, strides = self.make_anchors(maps)
        batch = fine.shape[0]
        joined = torch.cat([x.view(batch, self.outputs, -1) for x in maps], 2)
        box, scores = joined.split((4 * self.BINS, self.CLASSES), 1)
        box = box.view(batch, 4, self.BINS, -1).transpose(2, 1).softmax(1)
        lt, rb = self.dfl(box).view(batch, 4, -1).chunk(2, 1)
        x1y1, x2y2 = anchors.unsqueeze(0) - lt, anchors.unsqueeze(0) + rb
        boxes = torch.cat(((x1y1 + x2y2) / 2, x2y2 - x1y1), 1) * strides
        return torch.cat((boxes, scores.sigmoid()), 1)


@module(x=floats("batch", 8, 4, 4), y=floats("batch", 12, 2, 2))
class SsdHead(nn.Module):
    """Offsets from priors, scaled by variances, and class scores of two maps."""

    CLASSES = 5

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList(
            nn.Conv2d(width, 2 * (4 + self.CLASSES), 3, padding=1) for width in (8, 12))
        self.norm = nn.Parameter(torch.ones(8) * 10)
        self.register_buffer("priors", torch.rand(2 * (16 + 4), 4) * 0.5 + 0.2)

    def forward(self, x, y):
        x = x / (x.pow(2).sum(dim=1, keepdim=True).sqrt() + 1e-10)
        x = x * self.norm.view(1, -1, 1, 1)
        outputs = [conv(value).permute(0, 2, 3, 1).reshape(value.size(0), -1, 4 + self.CLASSES)
                   for conv, value in zip(self.convs, (x, y))]
        places, scores = torch.cat(outputs, 1).split([4, self.CLASSES], dim=-1)
        centers = self.priors[:, :2] + places[..., :2] * 0.1 * self.priors[:, 2:]
        sizes = self.priors[:, 2:] * torch.exp(places[..., 2:] * 0.2)
        corner = centers - sizes / 2
        return torch.cat([corner, corner + sizes], -1), F.softmax(scores, dim=-1)


@module(x=floats("boxes", 16), proposals=floats("boxes", 4, low=0.0, high=9.0))
class FasterRcnnHead(nn.Module):
    """Boxes of each class from deltas, clipped to the image."""

    def __init__(self, classes=3):
        super().__init__()
        self.fc, self.classes = nn.Linear(16, 24), classes
        self.cls, self.box = nn.Linear(24, classes), nn.Linear(24, 4 * classes)

    def forward(self, x, proposals):
        x = F.relu(self.fc(x))
        x1, y1, w, h = proposals.unbind(dim=1)
        deltas = self.box(x) / torch.tensor([10.0, 10.0, 5.0, 5.0]).repeat(self.classes)
        dx, dy, dw, dh = (deltas[:, i::4] for i in range(4))
        dw = torch.clamp(dw, max=math.log(1000.0 / 16))
        dh = torch.clamp(dh, max=math.log(1000.0 / 16))
        cx = dx * w[:, None] + (x1 + 0.5 * w)[:, None]
        cy = dy * h[:, None] + (y1 + 0.5 * h)[:, None]
        half_w, half_h = 0.5 * torch.exp(dw) * w[:, None], 0.5 * torch.exp(dh) * h[:, None]
        boxes = torch.stack((cx - half_w, cy - half_h, cx + half_w, cy + half_h), dim=2)
        clipped_x = boxes[..., 0::2].clamp(min=0, max=12)
        clipped_y = boxes[..., 1::2].clamp(min=0, max=10)
        boxes = torch.stack((clipped_x, clipped_y), dim=3).reshape(boxes.shape)
        return boxes, F.softmax(self.cls(x), -1)


@module(x=floats("batch", 8, 6, 8))
class CenterNetHead(nn.Module):
    """The highest peaks of a heat map, with sizes and offsets gathered there."""

    CLASSES, PEAKS = 3, 5

    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(8, self.CLASSES + 4, 3, padding=1)

    def forward(self, x):
        batch, _, rows, columns = x.shape
        heat, offsets, sizes = self.head(x).split([self.CLASSES, 2, 2], dim=1)
        heat = heat.sigmoid()
        peaks = F.max_pool2d(heat, 3, stride=1, padding=1)
        heat = heat * (peaks == heat).float()
        scores, index = torch.topk(heat.view(batch, -1), self.PEAKS)
        classes = torch.div(index, rows * columns, rounding_mode="floor")
        index = index % (rows * columns)
        y, x = torch.div(index, columns, rounding_mode="trunc").float(), (index % columns).float()
        geometry = torch.cat([offsets, sizes], 1).view(batch, 4, -1).permute(0, 2, 1)
        geometry = geometry.gather(1, index.unsqueeze(2).expand(batch, self.PEAKS, 4))
        dx, dy, w, h = geometry.unbind(-1)
        boxes = torch.stack([x + dx - w / 2, y + dy - h / 2, x + dx + w / 2, y + dy + h / 2], -1)
        return boxes, scores, classes


@module(memory=floats("batch", 12, 16))
class DetrDecoder(nn.Module):
    """Queries attend to an image; boxes go from centres and sizes to corners."""

    def __init__(self):
        super().__init__()
        self.queries = nn.Parameter(torch.randn(5, 16))
        self.norm = nn.LayerNorm(16)
        self.q, self.kv, self.out = nn.Linear(16, 16), nn.Linear(16, 32), nn.Linear(16, 16)
        self.classes = nn.Linear(16, 4)
        self.boxes = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, memory):
        queries = self.queries.unsqueeze(0).repeat(memory.size(0), 1, 1)
        k, v = (split_heads(part, 2) for part in self.kv(memory).chunk(2, -1))
        x = attend(split_heads(self.q(queries), 2), k, v)
        x = self.norm(queries + self.out(merge_heads(x)))
        cx, cy, w, h = self.boxes(x).sigmoid().unbind(-1)
        boxes = [cx - 0.5 * w, cy - 0.5 * h, cx + 0.5 * w, cy + 0.5 * h]
        scores, labels = F.softmax(self.classes(x), -1)[..., :-1].max(-1)
        return torch.stack(boxes, dim=-1) * 32.0, scores, labels


@module(x=floats("batch", 8, 5, 4))
class FcosHead(nn.Module):
    """Distances to four sides, and centerness."""

    def __init__(self):
        super().__init__()
        self.tower = nn.Sequential(
            nn.Conv2d(8, 8, 3, padding=1), nn.GroupNorm(2, 8), nn.ReLU())
        self.head = nn.Conv2d(8, 3 + 4 + 1, 3, padding=1)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        scores, ltrb, centerness = self.head(self.tower(x)).split([3, 4, 1], dim=1)
        ltrb = torch.exp(self.scale * ltrb) * 8
        shift_y = torch.arange(0, x.shape[2] * 8, step=8, dtype=torch.float32)
        shift_x = torch.arange(0, x.shape[3] * 8, step=8, dtype=torch.float32)
        y, x = torch.meshgrid(shift_y, shift_x, indexing="ij")
        left, top, right, bottom = ltrb.unbind(1)
        boxes = torch.stack([x - left, y - top, x + right, y + bottom], 1).flatten(2)
        return boxes.transpose(1, 2), torch.sqrt(scores.sigmoid() * centerness.sigmoid())


@module(x=floats("boxes", 4, low=0.0), y=floats(6, 4, low=0.0))
class PairwiseIou(nn.Module):
    """Overlaps of all pairs of boxes, their generalized form, and the best partner."""

    def corners(self, boxes):
        centers, sizes = boxes.chunk(2, dim=-1)
        return centers - sizes / 2, centers + sizes / 2

    def forward(self, x, y):
        (x1, x2), (y1, y2) = self.corners(x), self.corners(y)
        w, h = (torch.min(x2[:, None], y2) - torch.max(x1[:, None], y1)).clamp(min=0).unbind(2)
        inter = w * h
        union = (x2 - x1).prod(1)[:, None] + (y2 - y1).prod(1) - inter
        iou = inter / (union + 1e-6)
        outer = (torch.max(x2[:, None], y2) - torch.min(x1[:, None], y1)).prod(dim=2)
        return iou, iou - (outer - union) / (outer + 1e-6), iou.max(dim=1)[1]


@module(**images(8))
class AnchorGenerator(nn.Module):
    """RPN: anchors of a grid of unknown size, moved by predicted deltas."""

    def __init__(self):
        super().__init__()
        self.conv, self.head = nn.Conv2d(8, 8, 3, padding=1), nn.Conv2d(8, 3 * 5, 1)
        self.register_buffer("cells", torch.rand(3, 4) * 8 - 4)

    def forward(self, x):
        rows, columns = x.shape[-2:]
        y_grid, x_grid = torch.meshgrid(
            torch.arange(rows) * 4, torch.arange(columns) * 4, indexing="ij")
        y_flat, x_flat = y_grid.reshape(-1), x_grid.reshape(-1)
        shifts = torch.stack((x_flat, y_flat, x_flat, y_flat), dim=1)
        anchors = (shifts.view(-1, 1, 4) + self.cells.view(1, -1, 4)).reshape(-1, 4)
        y = self.head(F.relu(self.conv(x))).permute(0, 2, 3, 1)
        y = y.reshape(x.size(0), -1, 5)
        deltas, scores = y.split([4, 1], dim=-1)
        return anchors + deltas, scores.squeeze(-1).sigmoid()


@module(x=floats("batch", 8, 4, 4), kernels=floats("batch", 3, 8))
class DynamicMasks(nn.Module):
    """SOLO and Mask2Former: kernels of each image make masks of its features."""

    def __init__(self):
        super().__init__()
        self.up, self.classes = nn.ConvTranspose2d(8, 8, 2, stride=2), nn.Linear(8, 4 + 8)

    def forward(self, x, kernels):
        features = F.relu(self.up(x))
        scores, kernels = self.classes(kernels).split([4, 8], dim=-1)
        masks = torch.einsum("bqc,bchw->bqhw", kernels, features).sigmoid()
        binary = (masks > 0.5).float()
        quality = (masks * binary).flatten(2).sum(-1) / (binary.flatten(2).sum(-1) + 1e-6)
        masks = F.interpolate(masks, scale_factor=2, mode="bilinear", align_corners=False)
        return masks, scores.softmax(-1)[..., :-1] * quality[..., None]


@module(x=floats("batch", 8, 4, 6))
class RetinaNetHead(nn.Module):
    """Scores and boxes of nine anchors, of which the best ones are kept."""

    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(8, 3 * (2 + 4), 3, padding=1)

    def forward(self, x):
        batch, _, rows, columns = x.shape
        y = self.head(x).view(batch, 3, 6, rows, columns)
        y = y.permute(0, 3, 4, 1, 2).reshape(batch, -1, 6)
        scores, boxes = torch.split(y, [2, 4], dim=-1)
        best, labels = scores.sigmoid().max(-1)
        best, index = best.topk(10, dim=1)
        boxes = torch.gather(boxes, 1, index.unsqueeze(-1).repeat(1, 1, 4))
        return best, labels.gather(1, index), boxes


@module(p3=floats("batch", 8, "height", "width"), p4=floats("batch", 8, "height", "width"))
class BiFpn(nn.Module):
    """EfficientDet: resolutions are joined with normalized weights."""

    def __init__(self):
        super().__init__()
        self.weights = nn.Parameter(torch.rand(4))
        self.up, self.down = ConvNorm(8, 8, 3, act=nn.SiLU), ConvNorm(8, 8, 3, act=nn.SiLU)

    def forward(self, p3, p4):
        p4 = F.avg_pool2d(p4, 2)
        first, second = F.relu(self.weights).chunk(2)
        first, second = first / (first.sum() + 1e-4), second / (second.sum() + 1e-4)
        upsampled = F.interpolate(p4, scale_factor=2, mode="nearest")
        fine = self.up(first[0] * p3 + first[1] * upsampled)
        coarse = self.down(second[0] * p4 + second[1] * F.max_pool2d(fine, 3, 2, 1))
        return fine, coarse


@module(x=floats("batch", 6, 8, 6))
class KeypointHead(nn.Module):
    """Heat maps to places: the highest value, and the mean under a softmax."""

    def __init__(self):
        super().__init__()
        self.up, self.points = nn.ConvTranspose2d(6, 8, 4, stride=2, padding=1), 4

    def forward(self, x):
        heat, tags = self.up(x).chunk(2, dim=1)
        columns = heat.shape[-1]
        flat = heat.flatten(2)
        best, index = flat.max(-1)
        hard = torch.stack([index % columns, torch.div(index, columns, rounding_mode="floor")], -1)
        weights = flat.softmax(-1).view_as(heat)
        soft_x = (weights.sum(2) * torch.arange(columns)).sum(-1)
        soft_y = (weights.sum(3) * torch.arange(heat.shape[-2])).sum(-1)
        return hard, torch.stack([soft_x, soft_y], -1), best, tags.flatten(2).gather(
            2, index.unsqueeze(-1))
